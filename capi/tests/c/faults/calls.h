/* Names of system calls of x86-64 that may get a fault. Memory and signals are excluded: a failed
 * allocation ends a Rust process by design. */

#ifndef RANSACK_FAULTS_CALLS_H
#define RANSACK_FAULTS_CALLS_H

#include <sys/syscall.h>

typedef struct call_name {
  long number;
  const char *name;
} call_name;

#define CALL(name) {SYS_##name, #name}

static const call_name CALLS[] = {
    CALL(access), CALL(chdir), CALL(chmod), CALL(chown), CALL(clone), CALL(clone3), CALL(close),
    CALL(copy_file_range), CALL(creat), CALL(dup), CALL(dup2), CALL(dup3), CALL(epoll_create1),
    CALL(epoll_ctl), CALL(epoll_pwait), CALL(epoll_wait), CALL(eventfd2), CALL(faccessat),
    CALL(faccessat2), CALL(fadvise64), CALL(fallocate), CALL(fchdir), CALL(fchmod), CALL(fchmodat),
    CALL(fchown), CALL(fchownat), CALL(fcntl), CALL(fdatasync), CALL(fgetxattr), CALL(flistxattr),
    CALL(flock), CALL(fremovexattr), CALL(fsetxattr), CALL(fstat), CALL(fstatfs), CALL(fsync),
    CALL(ftruncate), CALL(futex), CALL(getcwd), CALL(getdents64), CALL(getegid), CALL(geteuid),
    CALL(getgid), CALL(getgroups), CALL(getrandom), CALL(getuid), CALL(getxattr),
    CALL(inotify_add_watch), CALL(inotify_init1), CALL(inotify_rm_watch), CALL(ioctl), CALL(lchown),
    CALL(lgetxattr), CALL(link), CALL(linkat), CALL(listxattr), CALL(llistxattr), CALL(lseek),
    CALL(lstat), CALL(mkdir), CALL(mkdirat), CALL(mmap), CALL(name_to_handle_at), CALL(nanosleep),
    CALL(newfstatat), CALL(open), CALL(openat), CALL(openat2), CALL(pipe2), CALL(poll), CALL(ppoll),
    CALL(pread64), CALL(preadv), CALL(prlimit64), CALL(pwrite64), CALL(pwritev), CALL(read),
    CALL(readlink), CALL(readlinkat), CALL(readv), CALL(rename), CALL(renameat), CALL(renameat2),
    CALL(rmdir), CALL(sched_getaffinity), CALL(sendfile), CALL(setxattr), CALL(stat), CALL(statfs),
    CALL(statx), CALL(symlink), CALL(symlinkat), CALL(sync_file_range), CALL(syncfs),
    CALL(timerfd_create), CALL(timerfd_settime), CALL(uname), CALL(unlink), CALL(unlinkat),
    CALL(utimensat), CALL(write), CALL(writev),
};

#endif
