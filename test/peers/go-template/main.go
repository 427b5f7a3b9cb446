// Renders templates as Helm does: Go's text/template with the functions of Sprig, and those that Helm adds and the chart uses.
// Takes {"files": {name: text}, "context": {…}} on standard input, and gives {name: text}.
package main

import (
	"encoding/json"
	"os"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func main() {
	var input struct {
		Files   map[string]string
		Context map[string]interface{}
	}
	check(json.NewDecoder(os.Stdin).Decode(&input))
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		check(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	all.Funcs(functions)
	for name, text := range input.Files {
		template.Must(all.New(name).Parse(text))
	}
	rendered := map[string]string{}
	for name := range input.Files {
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text strings.Builder
		check(all.ExecuteTemplate(&text, name, input.Context))
		rendered[name] = strings.ReplaceAll(text.String(), "<no value>", "")
	}
	check(json.NewEncoder(os.Stdout).Encode(rendered))
}

func check(err error) {
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}
