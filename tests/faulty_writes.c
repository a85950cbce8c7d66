/* Preloaded before the C library: counts what is done to files under a folder, and lets the k-th such call fail.

   faulty_arm(folder, k, error): from now on; error 0 ends the process there as kill -9 does. faulty_count(): calls so far.
*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static char folder[4096];
static long left, count;
static int error;

void faulty_arm(const char *where, long k, int with) {
    snprintf(folder, sizeof folder, "%s", where);
    left = k;
    error = with;
    count = 0;
}

long faulty_count(void) { return count; }

static int fails(const char *path) {
    if (!folder[0] || !path || strncmp(path, folder, strlen(folder))) return 0;
    count++;
    if (count != left) return 0;
    if (!error) kill(getpid(), SIGKILL);
    errno = error;
    return 1;
}

static int fails_at(int fd) {
    char link[64], path[4096];
    if (!folder[0]) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n < 0) return 0;
    path[n] = 0;
    return fails(path);
}

#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define ON_FILE(result, name, parameters, arguments) \
    result name parameters { NEXT(name); return fails_at(fd) ? -1 : next arguments; }
#define ON_PATH(name, parameters, arguments) \
    int name parameters { NEXT(name); return fails(path) ? -1 : next arguments; }

ON_FILE(ssize_t, write, (int fd, const void *data, size_t n), (fd, data, n))
ON_FILE(ssize_t, pwrite, (int fd, const void *data, size_t n, off_t at), (fd, data, n, at))
ON_FILE(ssize_t, pwrite64, (int fd, const void *data, size_t n, off64_t at), (fd, data, n, at))
ON_FILE(int, fsync, (int fd), (fd))
ON_FILE(int, fdatasync, (int fd), (fd))
ON_FILE(int, ftruncate, (int fd, off_t n), (fd, n))
ON_FILE(int, ftruncate64, (int fd, off64_t n), (fd, n))
ON_PATH(unlink, (const char *path), (path))
ON_PATH(mkdir, (const char *path, mode_t mode), (path, mode))
ON_PATH(rename, (const char *path, const char *to), (path, to))

#define OPENING(name) \
    int name(const char *path, int flags, ...) { \
        NEXT(name); \
        va_list given; \
        va_start(given, flags); \
        int mode = va_arg(given, int); \
        va_end(given); \
        return (flags & O_CREAT) && fails(path) ? -1 : next(path, flags, mode); \
    }
OPENING(open)
OPENING(open64)
