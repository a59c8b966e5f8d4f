#define _GNU_SOURCE

#include "injector.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "calls.h"

/* The marks are prctl calls that the kernel rejects. */
enum { MARK = 0x72616e73 };

enum { KINDS = sizeof CALLS / sizeof *CALLS, THREADS = 256 };

static long counts[KINDS];
static char place[2048];

/* Thread whose call in progress gets another result. */
typedef struct pending {
  pid_t thread;
  int is_short;
  int is_after;
  long error;
  unsigned long long count;
} pending;

static pending pendings[THREADS];

static void fail(const char *what) {
  fprintf(stderr, "injector: %s: %s\n", what, strerror(errno));
  exit(3);
}

void injector_mark(int is_begin) { prctl(MARK, is_begin, 0, 0, 0); }

static pending *pending_of(pid_t thread) {
  int i;
  for (i = 0; i < THREADS; i++) {
    if (pendings[i].thread == thread) return &pendings[i];
  }
  return NULL;
}

/* Index in CALLS of a call that may get a fault, or -1. */
static int kind_of(const struct user_regs_struct *regs) {
  long number = (long)regs->orig_rax;
  int i;
  /* Stacks of new threads may be refused; other allocations get no fault. */
  if (number == SYS_mmap && !(regs->r10 & MAP_STACK)) return -1;
  /* Waiting may be interrupted; waking never fails. */
  if (number == SYS_futex) {
    long operation = (long)regs->rsi & FUTEX_CMD_MASK;
    if (operation != FUTEX_WAIT && operation != FUTEX_WAIT_BITSET) return -1;
  }
  for (i = 0; i < KINDS; i++) {
    if (CALLS[i].number == number) return i;
  }
  return -1;
}

/* Copies the path at an address of the child; empty without a path. */
static void read_path(pid_t thread, unsigned long long address, char *path, size_t size) {
  struct iovec local, remote;
  ssize_t len;
  size_t i;
  /* A path may end just before unreadable memory. */
  local.iov_base = path;
  local.iov_len = size - 1 < 4096 - address % 4096 ? size - 1 : 4096 - address % 4096;
  remote.iov_base = (void *)(uintptr_t)address;
  remote.iov_len = local.iov_len;
  len = process_vm_readv(thread, &local, 1, &remote, 1, 0);
  path[len > 0 ? len : 0] = '\0';
  for (i = 0; path[i] != '\0'; i++) {
    if (path[i] < ' ') path[i] = '?';
  }
}

/* Records the paths and the descriptor of a faulty call. */
static void note_place(pid_t thread, const struct user_regs_struct *regs, const char *name) {
  char link[64], path[1024] = "";
  int is_at = (int)regs->rdi == AT_FDCWD;
  if (place[0] != '\0') return;
  sprintf(link, "/proc/%d/fd/%d", (int)thread, (int)regs->rdi);
  if (regs->rdi < 65536) {
    ssize_t len = readlink(link, path, sizeof path - 1);
    path[len > 0 ? len : 0] = '\0';
  } else if (!is_at) {
    read_path(thread, regs->rdi, path, sizeof path);
  }
  sprintf(place, "%s ", path);
  path[0] = '\0';
  /* Calls like `openat` have a descriptor and a path. */
  if (strstr(name, "at") != NULL && strcmp(name, "fstat") != 0) {
    read_path(thread, regs->rsi, path, 256);
  }
  strcat(place, path);
}

static void set_registers(pid_t thread, struct user_regs_struct *regs) {
  /* A thread ended by another thread's exit has no registers. */
  if (ptrace(PTRACE_SETREGS, thread, NULL, regs) != 0 && errno != ESRCH) fail("set registers");
}

/* Handles the beginning of a system call of a traced thread. */
static void enter(pid_t root, pid_t thread, const fault *fault, int *is_marked, long *total,
                  traced *result, void (*pause)(void)) {
  struct user_regs_struct regs;
  pending *slot;
  long number;
  int kind;
  if (ptrace(PTRACE_GETREGS, thread, NULL, &regs) != 0) return;
  if (regs.orig_rax == SYS_prctl && regs.rdi == MARK) {
    *is_marked = (int)regs.rsi;
    return;
  }
  kind = *is_marked ? kind_of(&regs) : -1;
  if (kind < 0) return;
  number = counts[kind]++;
  if (fault->kind[0] == '\0') {
    number = (*total)++;
  } else if (strcmp(CALLS[kind].name, fault->kind) != 0) {
    return;
  }
  if (number < fault->at || number - fault->at >= fault->repeat) return;
  note_place(thread, &regs, CALLS[kind].name);
  slot = pending_of(0);
  if (slot == NULL) fail("too many threads");
  switch (fault->action) {
    case FAULT_NONE:
      return;
    case FAULT_KILL:
      kill(root, SIGKILL);
      break;
    case FAULT_PAUSE:
      pause();
      break;
    case FAULT_SHORT:
      if (regs.rdx <= (unsigned long long)fault->value) return;
      slot->thread = thread;
      slot->is_short = 1;
      slot->count = regs.rdx;
      regs.rdx = (unsigned long long)fault->value;
      set_registers(thread, &regs);
      break;
    case FAULT_AFTER:
    case FAULT_ERROR:
      slot->thread = thread;
      slot->is_short = 0;
      slot->error = fault->value;
      slot->is_after = fault->action == FAULT_AFTER;
      /* close() releases the descriptor even if it fails. */
      if (slot->is_after || regs.orig_rax == SYS_close) break;
      regs.orig_rax = (unsigned long long)-1;
      set_registers(thread, &regs);
      break;
  }
  result->hits++;
}

/* Handles the end of a system call of a traced thread. */
static void leave(pid_t thread) {
  struct user_regs_struct regs;
  pending *slot = pending_of(thread);
  if (slot == NULL) return;
  slot->thread = 0;
  if (ptrace(PTRACE_GETREGS, thread, NULL, &regs) != 0) return;
  if (slot->is_short) {
    regs.rdx = slot->count;
  } else if (!slot->is_after || (long long)regs.rax >= 0) {
    regs.rax = (unsigned long long)-slot->error;
  }
  set_registers(thread, &regs);
}

static pid_t running;
static volatile sig_atomic_t has_expired;

static void expire(int signal) {
  (void)signal;
  has_expired = 1;
  kill(running, SIGKILL);
}

traced injector_run(const fault *fault, void (*child)(void *data), void *data,
                    void (*pause)(void)) {
  traced result = {0, 0, 0, 0};
  int is_marked = 0, status;
  long total = 0;
  pid_t root, thread;
  memset(counts, 0, sizeof counts);
  place[0] = '\0';
  memset(pendings, 0, sizeof pendings);
  root = fork();
  if (root < 0) fail("fork");
  if (root == 0) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) fail("trace");
    raise(SIGSTOP);
    child(data);
    _exit(0);
  }
  if (waitpid(root, &status, 0) != root || !WIFSTOPPED(status)) fail("wait for the child");
  if (ptrace(PTRACE_SETOPTIONS, root, NULL,
             PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                 PTRACE_O_TRACEVFORK | PTRACE_O_EXITKILL) != 0) {
    fail("set options");
  }
  running = root;
  has_expired = 0;
  signal(SIGALRM, expire);
  alarm(DEADLINE_SECONDS);
  ptrace(PTRACE_SYSCALL, root, NULL, NULL);
  while ((thread = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR) {
    int signal = 0;
    if (thread <= 0) continue;
    if (!WIFSTOPPED(status)) {
      if (thread == root) {
        result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
      }
      continue;
    }
    if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
      struct __ptrace_syscall_info info;
      memset(&info, 0, sizeof info);
      if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) > 0) {
        if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
          enter(root, thread, fault, &is_marked, &total, &result, pause);
        } else if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
          leave(thread);
        }
      }
    } else if (WSTOPSIG(status) != SIGTRAP && WSTOPSIG(status) != SIGSTOP) {
      signal = WSTOPSIG(status);
    }
    ptrace(PTRACE_SYSCALL, thread, NULL, (void *)(intptr_t)signal);
  }
  alarm(0);
  result.hung = has_expired;
  return result;
}

void injector_print_calls(FILE *out) {
  int i;
  if (place[0] != '\0') fprintf(out, "at %s\n", place);
  for (i = 0; i < KINDS; i++) {
    if (counts[i] > 0) fprintf(out, "call %s %ld\n", CALLS[i].name, counts[i]);
  }
}
