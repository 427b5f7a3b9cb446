{{/* The name of everything: that of the release, and of the chart where the release is not named after it. */}}
{{- define "offprint-host.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "offprint-host.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "offprint-host.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{ include "offprint-host.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "offprint-host.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "offprint-host.name" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* The values file that `offprint host` reads. What is left empty stays away. */}}
{{- define "offprint-host.values" -}}
staticExport:
  enabled: {{ .Values.staticExport.enabled }}
  {{- with .Values.staticExport.bundleUrl }}
  bundleUrl: {{ . | quote }}
  {{- end }}
  {{- with .Values.staticExport.version }}
  version: {{ . | quote }}
  {{- end }}
{{- end -}}
