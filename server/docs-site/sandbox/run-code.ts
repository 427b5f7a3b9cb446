import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { COMPONENTS } from '../components/registry.ts';
import { type FileTree, textOf } from '../file-tree.ts';
import type { FindingCode } from '../findings.ts';
import type { Library } from '../parse/library.ts';
import { importedFile, type Module } from '../parse/modules.ts';
import type { Props } from '../parse/nodes.ts';
import type { CodeProps, Place, RunCode, Shown } from '../parse/to-nodes.ts';
import { classesIn, type Defined, pageScript, whyNotAtWork } from './page-script.ts';
import { loadEngine, Sandbox } from './sandbox.ts';
import { transformExpression, transformModule } from './transform.ts';

/** Components that the sandbox's prelude defines as names. */
const BUILT_INS = [
  'Tree',
  ...Object.keys(COMPONENTS).filter((name) => name !== 'React.Fragment' && name !== 'Math'),
  'GitHub',
  'Tree.Folder',
  'Tree.File',
]
  .filter((name, index, all) => all.indexOf(name) === index)
  .sort((a, b) => Number(a.includes('.')) - Number(b.includes('.')));

/** Names of React that code of a repository can use without an import. browser/components.ts provides them. */
const REACT_NAMES = [
  ...['h', 'React', 'Fragment', 'createElement', 'createContext', 'memo', 'forwardRef', 'lazy', 'Children'],
  ...['isValidElement', 'cloneElement', 'useState', 'useReducer', 'useEffect', 'useLayoutEffect'],
  ...['useInsertionEffect', 'useRef', 'useMemo', 'useCallback', 'useId', 'useContext', 'useTransition'],
  ...['useDeferredValue', 'useSyncExternalStore'],
];
const NAMES = [...new Set([...REACT_NAMES, ...BUILT_INS.filter((name) => !name.includes('.'))])];

type Report = (code: FindingCode, message: string, file: string, line?: number) => void;
type Loaded = Readonly<{ sandbox: Sandbox; defined: Set<string> }>;

/** Runs the expressions and components of a repository, with a separate sandbox for each page. */
export class Components implements RunCode {
  #engine: QuickJSWASMModule;
  #isEngineLost = false;
  readonly #tree: FileTree;
  readonly #library: Library;
  readonly #report: Report;
  /** Sandbox of the page being rendered, and the files it has loaded. */
  #current: Loaded | undefined;
  /** For the same page: expressions whose results change in a browser, and the files they need there. */
  #started: string[] = [];
  #needed = new Map<string, Defined>();

  private constructor(engine: QuickJSWASMModule, tree: FileTree, library: Library, report: Report) {
    this.#engine = engine;
    this.#tree = tree;
    this.#library = library;
    this.#report = report;
  }

  static async open(tree: FileTree, library: Library, report: Report): Promise<Components> {
    return new Components(await loadEngine(), tree, library, report);
  }

  expression(code: string, place: Place, line: number | undefined, isProperty: boolean): Shown {
    const what = `{${code.slice(0, 40)}}`;
    return this.#run({ ...place, line }, transformExpression(code), what, isProperty);
  }

  component(
    name: string,
    props: Props,
    place: Place,
    line: number | undefined,
    code: CodeProps = new Map(),
  ): Shown {
    const type = /^[a-z]\w*$/.test(name) ? JSON.stringify(name) : name;
    const functions = [...code].map(([key, one]) => `${JSON.stringify(key)}: ${transformExpression(one)}`);
    const given =
      functions.length === 0
        ? JSON.stringify(props)
        : `{...${JSON.stringify(props)}, ${functions.join(', ')}}`;
    return this.#run({ ...place, line }, `h(${type}, ${given})`, `<${name}>`);
  }

  /** Returns what the page's interactive components need in a browser; undefined if there are none. */
  script(): Readonly<{ code: string; classes: readonly string[] }> | undefined {
    if (this.#started.length === 0) return undefined;
    const defined = [...this.#needed.values()];
    const classes = [...defined.map(({ code }) => code), ...this.#started].flatMap(classesIn);
    return { code: pageScript(NAMES, defined, this.#started), classes: [...new Set(classes)] };
  }

  #run(
    place: Place & Readonly<{ line: number | undefined }>,
    code: string,
    what: string,
    isProperty = false,
  ): Shown {
    const sandbox = this.#sandboxOf(place);
    const names = [...place.module.bindings.keys()].filter((name) => /^[A-Za-z_$][\w$]*$/.test(name));
    const props = Object.keys(place.props).filter(
      (name) => /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.has(name) && !names.includes(name),
    );
    const given = `const props=${JSON.stringify(place.props)};${props.length > 0 ? `const {${props.join(',')}}=props;` : ''}`;
    const wrapped = `(()=>{const $m=__load(${JSON.stringify(place.file)});${names.length > 0 ? `const {${names.filter((name) => !RESERVED.has(name)).join(',')}}=$m.$names();` : ''}${given}return (${code});})()`;
    const { value, notes, used } = sandbox.value(wrapped);
    if (notes.length === 0) return { value };
    const needed = this.#neededBy(place.file, place.module);
    const why = isProperty ? 'is passed to another component' : whyNotAtWork(needed.values(), used);
    if (why === undefined) {
      for (const [file, defined] of needed) this.#needed.set(file, defined);
      return { value, started: this.#started.push(wrapped) - 1 };
    }
    this.#report(
      'dropped-code',
      `${what} is shown in its initial state because it ${why}. In a browser, ${notes.join(' and ')} would change it.`,
      place.file,
      place.line,
    );
    return { value };
  }

  /** Returns a file and all files it imports, recursively. */
  #neededBy(file: string, module: Module, found = new Map<string, Defined>()): Map<string, Defined> {
    if (found.has(file)) return found;
    const made = this.#transformed(file, module);
    found.set(file, { file, ...made });
    for (const target of made.targets.values()) this.#neededBy(target, this.#library.module(target), found);
    return found;
  }

  #sandboxOf({ file, module }: Place): Sandbox {
    // A lost engine is replaced before the next page (see begin).
    if (this.#current === undefined || (this.#current.sandbox.isBroken && !this.#current.sandbox.isLost)) {
      this.#current?.sandbox.close();
      this.#current = { sandbox: new Sandbox(this.#engine, BUILT_INS), defined: new Set() };
    }
    this.#define(file, module, this.#current);
    return this.#current.sandbox;
  }

  /** Defines a file and its imports in the sandbox. None of the code runs until the file is loaded. */
  #define(file: string, module: Module, current: Loaded): void {
    if (current.defined.has(file)) return;
    current.defined.add(file);
    const { code, targets } = this.#transformed(file, module);
    const resolve: Record<string, string> = {};
    for (const [source, target] of targets) {
      resolve[source] = target;
      this.#define(target, this.#library.module(target), current);
    }
    current.sandbox.run(
      `__define(${JSON.stringify(file)},function(exports,require){${code}\n},${JSON.stringify(resolve)})`,
    );
  }

  readonly #codes = new Map<string, Transformed>();
  #transformed(file: string, module: Module): Transformed {
    const key = `${file}\n${module.code}`;
    const known = this.#codes.get(key);
    if (known) return known;
    const targets = new Map<string, string>();
    const absent: string[] = [];
    for (const [, source = ''] of module.code.matchAll(/(?:\bfrom|^\s*import)\s*['"]([^'"\n]+)['"]/gm)) {
      const target = importedFile(source, file, this.#tree.has);
      if (target !== undefined) targets.set(source, target);
      else if (source !== 'react') absent.push(source);
    }
    const isPage = /\.mdx?$/.test(file);
    if (file.endsWith('.json')) {
      const made = {
        code: `exports.default=${JSON.stringify(JSON.parse(textOf(this.#tree, file) ?? 'null'))};exports.__esModule=true`,
        targets,
        absent,
      };
      this.#codes.set(key, made);
      return made;
    }
    const names = [...module.bindings.keys()].filter(
      (name) => !RESERVED.has(name) && /^[A-Za-z_$][\w$]*$/.test(name),
    );
    // A function, so that names are read late: by then all imports have been loaded.
    const own = `\nexport const $names = () => ({${names.join(',')}});`;
    const made = {
      code: `${transformModule(module.code + own)}${isPage ? `\nexports.default=__page(${JSON.stringify(file)});` : ''}`,
      targets,
      absent,
    };
    this.#codes.set(key, made);
    return made;
  }

  /** Called before each page. Replaces an engine that code has made unusable. */
  async begin(): Promise<void> {
    if (!this.#isEngineLost) return;
    this.#engine = await loadEngine();
    this.#isEngineLost = false;
  }

  /** Discards the state of the page, so that the next one starts without it. */
  close(): void {
    this.#isEngineLost ||= this.#current?.sandbox.isLost === true;
    this.#current?.sandbox.close();
    this.#current = undefined;
    this.#started = [];
    this.#needed = new Map();
  }
}

type Transformed = Omit<Defined, 'file'>;

const RESERVED = new Set(
  'props children default class for function return new delete if else var let const this null true false in of do while switch case break continue try catch throw typeof void with yield await enum import export super static'.split(
    ' ',
  ),
);
