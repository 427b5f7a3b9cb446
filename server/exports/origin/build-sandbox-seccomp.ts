/**
 * System calls that builds may not make (seccomp(2), classic BPF). Namespaces do not cover what the filter refuses:
 * kernel interfaces that have been used for escapes, keyrings, and hypervisor sockets. This is a deny-list, because
 * it is not known in advance what a site generator calls. The numbers are from asm/unistd_64.h and
 * asm-generic/unistd.h.
 */
const CALLS = {
  // mounts and namespaces
  chroot: [161, 51],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  pivot_root: [155, 41],
  setns: [308, 268],
  umount2: [166, 39],
  unshare: [272, 97],
  // access to files by handle, which bypasses all mounts
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  // other processes
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  // keyrings of the server's session
  add_key: [248, 217],
  keyctl: [250, 219],
  request_key: [249, 218],
  // large parts of the kernel that no build needs
  bpf: [321, 280],
  fanotify_init: [300, 262],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  lookup_dcookie: [212, 18],
  mbind: [237, 235],
  migrate_pages: [256, 238],
  modify_ldt: [154, null],
  move_pages: [279, 239],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  // the computer itself
  acct: [163, 89],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  delete_module: [176, 106],
  finit_module: [313, 273],
  init_module: [175, 105],
  ioperm: [173, null],
  iopl: [172, null],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  reboot: [169, 142],
  setdomainname: [171, 162],
  sethostname: [170, 161],
  settimeofday: [164, 170],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  vhangup: [153, 58],
} as const satisfies Readonly<Record<string, readonly [x64: number, arm64: number | null]>>;

/** AUDIT_ARCH_… of linux/audit.h, the calls that are filtered by their arguments, and prctl(2). */
const MACHINES = {
  x64: { audit: 0xc000003e, column: 0, clone: 56, ioctl: 16, socket: 41, prctl: 157 },
  arm64: { audit: 0xc00000b7, column: 1, clone: 220, ioctl: 29, socket: 198, prctl: 167 },
} as const;

export type Machine = keyof typeof MACHINES;

export function isMachine(name: string): name is Machine {
  return name in MACHINES;
}

/** Returns the number of prctl(2), which installs the filter. */
export function prctlOf(machine: Machine): number {
  return MACHINES[machine].prctl;
}

/**
 * clone3 passes its flags through a pointer, which filters cannot follow. Programs that get ENOSYS fall back to
 * clone.
 */
const CLONE3 = 435;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const CLONE_NEW = 0x7e020000;
/** Both inject characters into the input of a terminal. */
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/**
 * AF_UNIX, INET, INET6 and NETLINK, which the network namespace isolates. Others may not be: VSOCK reaches the
 * hypervisor.
 */
const FAMILIES = [1, 2, 10, 16];
/** Calls of the x32 ABI use other numbers on the same machine. */
const X32 = 0x40000000;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const refuse = (errno: number): number => 0x00050000 | errno;

/** Instructions: load a word of seccomp_data, compare it, return (linux/bpf_common.h). */
const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
const RETURN = 0x06;

/** Offsets in seccomp_data. For arguments, that of the low half, which is all that the kernel uses here. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const ARGUMENT_0 = 16;
const ARGUMENT_1 = 24;

/** Returns the filter as an array of struct sock_filter, little-endian. */
export function buildFilter(machine: Machine): Buffer {
  const { audit, column, clone, ioctl, socket } = MACHINES[machine];
  const program: [code: number, value: number, ifTrue?: number, ifFalse?: number][] = [];
  const load = (place: number): void => void program.push([LOAD, place]);
  const returns = (value: number): void => void program.push([RETURN, value]);
  /** Continues with the next instruction if the comparison is true, and skips it otherwise. */
  const when = (comparison: number, value: number): void => void program.push([comparison, value, 0, 1]);

  load(ARCHITECTURE);
  program.push([IF_EQUAL, audit, 1, 0]);
  returns(KILL_PROCESS); // 32-bit calls on a 64-bit machine
  load(NUMBER);
  when(IF_AT_LEAST, X32);
  returns(refuse(ENOSYS));
  when(IF_EQUAL, CLONE3);
  returns(refuse(ENOSYS));
  for (const numbers of Object.values(CALLS)) {
    const number = numbers[column];
    if (number === null) continue;
    when(IF_EQUAL, number);
    returns(refuse(EPERM));
  }

  program.push([IF_EQUAL, clone, 0, 4]);
  load(ARGUMENT_0);
  when(IF_ANY_BIT, CLONE_NEW);
  returns(refuse(EPERM));
  returns(ALLOW);

  program.push([IF_EQUAL, ioctl, 0, 6]);
  load(ARGUMENT_1);
  when(IF_EQUAL, TIOCSTI);
  returns(refuse(EPERM));
  when(IF_EQUAL, TIOCLINUX);
  returns(refuse(EPERM));
  returns(ALLOW);

  program.push([IF_EQUAL, socket, 0, 2 * FAMILIES.length + 2]);
  load(ARGUMENT_0);
  for (const family of FAMILIES) {
    when(IF_EQUAL, family);
    returns(ALLOW);
  }
  returns(refuse(EAFNOSUPPORT));

  returns(ALLOW);

  const bytes = Buffer.alloc(8 * program.length);
  program.forEach(([code, value, ifTrue = 0, ifFalse = 0], index) => {
    bytes.writeUInt16LE(code, 8 * index);
    bytes.writeUInt8(ifTrue, 8 * index + 2);
    bytes.writeUInt8(ifFalse, 8 * index + 3);
    bytes.writeUInt32LE(value >>> 0, 8 * index + 4);
  });
  return bytes;
}
