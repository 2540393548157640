/* SPDX-License-Identifier: Apache-2.0
 * A wall clock that a test can set while a server runs. Preloaded into the server, it adds an offset to the true time.
 * Input:  the environment variable INTERLOCK_CLOCK names a file; its first 8 bytes are the offset in nanoseconds, signed, in
 *         this machine's byte order. The file is mapped, so a write to it takes effect at the next call.
 * Output: clock_gettime of the two real-time clocks, gettimeofday and time are shifted. All other clocks stay true, and so
 *         does the end of a wait until a point in time, which the kernel keeps.
 * Why system calls: a function of libc might call this library, or allocate memory while an allocator reads the time. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000L

_Static_assert(sizeof(long) == 8 && sizeof(time_t) == 8, "for 64 bits only");

static const volatile int64_t *offset;

/* A server whose clock cannot be shifted would make its tests vacuous, so it does not start. */
__attribute__((constructor)) static void map_offset(void) {
    const char *name = getenv("INTERLOCK_CLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) {
        dprintf(STDERR_FILENO, "cannot map what INTERLOCK_CLOCK names: %s\n", name ? name : "(not set)");
        _exit(127);
    }
    close(file);
    offset = mapped;
}

int clock_gettime(clockid_t id, struct timespec *now) {
    int failed = syscall(SYS_clock_gettime, id, now);
    /* Constructors of other libraries may read the clock before ours has run. */
    if (!failed && offset && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {
        int64_t shift = *offset;
        now->tv_sec += shift / SECOND;
        now->tv_nsec += shift % SECOND;
        if (now->tv_nsec < 0) {
            now->tv_sec--;
            now->tv_nsec += SECOND;
        } else if (now->tv_nsec >= SECOND) {
            now->tv_sec++;
            now->tv_nsec -= SECOND;
        }
    }
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    if (clock_gettime(CLOCK_REALTIME, &exact)) {
        return -1;
    }
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    if (zone) {
        *(struct timezone *)zone = (struct timezone){0};
    }
    return 0;
}

time_t time(time_t *seconds) {
    struct timespec exact;
    if (clock_gettime(CLOCK_REALTIME, &exact)) {
        return (time_t)-1;
    }
    if (seconds) {
        *seconds = exact.tv_sec;
    }
    return exact.tv_sec;
}
