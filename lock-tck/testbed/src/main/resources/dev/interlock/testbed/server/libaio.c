/* SPDX-License-Identifier: Apache-2.0
 * A stand-in for libaio.so.1 where the real one is not installed: mysqld 8.0 does not load without it, although it does
 * not call it when started with --innodb-use-native-aio=0. Every function returns "not supported by this kernel".
 * Input: none. Output: with libaio.map, a shared library that satisfies the loader and nothing else. */
#include <errno.h>

int io_queue_init(int events, void *context) { return -ENOSYS; }
int io_setup(int events, void *context) { return -ENOSYS; }
int io_destroy(void *context) { return -ENOSYS; }
int io_submit(void *context, long count, void **blocks) { return -ENOSYS; }
int io_cancel(void *context, void *block, void *event) { return -ENOSYS; }
int io_getevents(void *context, long least, long most, void *events, void *limit) { return -ENOSYS; }
