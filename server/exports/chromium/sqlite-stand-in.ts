/**
 * Generates a `libsqlite3.so.0` for x86-64 Linux in which every call fails, for systems that have no SQLite.
 *
 * Why: the first HTTPS page makes Chromium initialise NSS, which loads its `libsoftokn3.so`. That is linked against
 * SQLite, which `@sparticuz/chromium` does not contain. If the file is missing, Chromium aborts (`FATAL:
 * crypto/nss_util.cc … nss_error=-5925`). NSS needs SQLite only for a certificate database in the home folder; Chromium
 * tries to open one and continues without it if that fails. Our profiles are empty and temporary, so nothing is lost.
 * Certificates are still checked: Chromium's own root store is part of its binary.
 *
 * @returns the bytes of an ELF shared object (System V ABI, AMD64 supplement) of about 4 KiB
 */
export function sqliteStandIn(): Buffer {
  const strings = stringTable([libraryName, ...functionNames, variableName]);
  const symbolCount = 1 + functionNames.length + 1; // symbol 0 is the undefined symbol

  const symbolsAt = elfHeaderBytes + programHeaderCount * programHeaderBytes;
  const hashAt = symbolsAt + symbolCount * symbolBytes;
  const stringsAt = hashAt + (3 + symbolCount) * 4;
  const codeAt = alignTo(stringsAt + strings.bytes.length, 16);
  const dynamicAt = pageBytes;
  const dynamic: [tag: number, value: number][] = [
    [14 /* DT_SONAME */, strings.offset(libraryName)],
    [4 /* DT_HASH */, hashAt],
    [5 /* DT_STRTAB */, stringsAt],
    [6 /* DT_SYMTAB */, symbolsAt],
    [10 /* DT_STRSZ */, strings.bytes.length],
    [11 /* DT_SYMENT */, symbolBytes],
    [0 /* DT_NULL */, 0],
  ];
  const variableAt = dynamicAt + dynamic.length * 16;

  const file = Buffer.alloc(variableAt + 8);
  writeElfHeader(file);
  // The dynamic section and the variable are writable, so they have a separate page.
  writeProgramHeader(file, 0, { type: 1 /* PT_LOAD */, flags: 5, at: 0, size: codeAt + code.length });
  writeProgramHeader(file, 1, {
    type: 1 /* PT_LOAD */,
    flags: 6,
    at: dynamicAt,
    size: file.length - dynamicAt,
  });
  writeProgramHeader(file, 2, {
    type: 2 /* PT_DYNAMIC */,
    flags: 6,
    at: dynamicAt,
    size: dynamic.length * 16,
  });
  // Without PT_GNU_STACK the loader would make the stack executable for the whole process.
  writeProgramHeader(file, 3, { type: 0x6474e551 /* PT_GNU_STACK */, flags: 6, at: 0, size: 0 });

  functionNames.forEach((name, index) => {
    const value = returnsPointer(name) ? codeAt + returnNullAt : codeAt;
    writeSymbol(file, symbolsAt + (1 + index) * symbolBytes, { name: strings.offset(name), type: 2, value });
  });
  const variable = { name: strings.offset(variableName), type: 1, value: variableAt };
  writeSymbol(file, symbolsAt + (symbolCount - 1) * symbolBytes, variable);
  writeHashTable(file, hashAt, symbolCount);
  strings.bytes.copy(file, stringsAt);
  code.copy(file, codeAt);
  dynamic.forEach(([tag, value], index) => {
    file.writeBigUInt64LE(BigInt(tag), dynamicAt + index * 16);
    file.writeBigUInt64LE(BigInt(value), dynamicAt + index * 16 + 8);
  });
  return file;
}

const libraryName = 'libsqlite3.so.0';

/** All functions that NSS's libsoftokn3.so imports from SQLite: `nm -D -u libsoftokn3.so`. */
const functionNames = [
  'sqlite3_bind_blob',
  'sqlite3_bind_int',
  'sqlite3_bind_text',
  'sqlite3_busy_timeout',
  'sqlite3_close',
  'sqlite3_column_blob',
  'sqlite3_column_bytes',
  'sqlite3_column_count',
  'sqlite3_column_int',
  'sqlite3_column_name',
  'sqlite3_column_text',
  'sqlite3_exec',
  'sqlite3_file_control',
  'sqlite3_finalize',
  'sqlite3_free',
  'sqlite3_mprintf',
  'sqlite3_open_v2',
  'sqlite3_prepare_v2',
  'sqlite3_reset',
  'sqlite3_step',
];
const variableName = 'sqlite3_temp_directory';

function returnsPointer(name: string): boolean {
  return /_column_(blob|name|text)$|_mprintf$/.test(name);
}

/** `mov eax, 14; ret` (SQLITE_CANTOPEN), then `xor eax, eax; ret` (a null pointer). */
const code = Buffer.from([0xb8, 14, 0, 0, 0, 0xc3, 0x90, 0x90, 0x31, 0xc0, 0xc3]);
const returnNullAt = 8;

const elfHeaderBytes = 64;
const programHeaderBytes = 56;
const programHeaderCount = 4;
const symbolBytes = 24;
const pageBytes = 0x1000;

function writeElfHeader(file: Buffer): void {
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]); // magic, 64 bits, little endian, version 1
  file.writeUInt16LE(3 /* ET_DYN */, 16);
  file.writeUInt16LE(62 /* EM_X86_64 */, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(BigInt(elfHeaderBytes), 32);
  file.writeUInt16LE(elfHeaderBytes, 52);
  file.writeUInt16LE(programHeaderBytes, 54);
  file.writeUInt16LE(programHeaderCount, 56);
  file.writeUInt16LE(64 /* size of a section header, of which there are none */, 58);
}

function writeProgramHeader(
  file: Buffer,
  index: number,
  segment: Readonly<{ type: number; flags: number; at: number; size: number }>,
): void {
  const header = elfHeaderBytes + index * programHeaderBytes;
  file.writeUInt32LE(segment.type, header);
  file.writeUInt32LE(segment.flags, header + 4);
  for (const field of [8, 16, 24]) file.writeBigUInt64LE(BigInt(segment.at), header + field);
  for (const field of [32, 40]) file.writeBigUInt64LE(BigInt(segment.size), header + field);
  file.writeBigUInt64LE(BigInt(segment.type === 1 ? pageBytes : 16), header + 48);
}

function writeSymbol(
  file: Buffer,
  at: number,
  symbol: Readonly<{ name: number; type: number; value: number }>,
): void {
  file.writeUInt32LE(symbol.name, at);
  file.writeUInt8((1 /* STB_GLOBAL */ << 4) | symbol.type, at + 4);
  file.writeUInt16LE(1 /* defined: any section but 0 */, at + 6);
  file.writeBigUInt64LE(BigInt(symbol.value), at + 8);
  file.writeBigUInt64LE(8n, at + 16);
}

/** Writes one bucket that chains all symbols: the loader compares names one by one, which is fine for twenty. */
function writeHashTable(file: Buffer, at: number, symbolCount: number): void {
  file.writeUInt32LE(1, at);
  file.writeUInt32LE(symbolCount, at + 4);
  file.writeUInt32LE(1, at + 8);
  for (let symbol = 1; symbol < symbolCount; symbol += 1) {
    file.writeUInt32LE(symbol + 1 < symbolCount ? symbol + 1 : 0, at + 12 + symbol * 4);
  }
}

function stringTable(names: readonly string[]): { bytes: Buffer; offset: (name: string) => number } {
  const offsets = new Map<string, number>();
  let text = '\0';
  for (const name of names) {
    offsets.set(name, text.length);
    text += `${name}\0`;
  }
  return { bytes: Buffer.from(text, 'latin1'), offset: (name) => offsets.get(name) ?? 0 };
}

function alignTo(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
