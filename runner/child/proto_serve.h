/*
 * proto_serve.h: a child's side of a trial (proto.h): waits for the parent's go, and says done.
 *
 *     uint32_t seq = 0;
 *     proto_answer(done, PROTO_READY);
 *     while (proto_wait(go, &seq)) {
 *         …the call…
 *         proto_answer(done, seq);
 *     }
 */
#ifndef RUNNER_PROTO_SERVE_H
#define RUNNER_PROTO_SERVE_H

#include <linux/futex.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runner/child/proto.h"

static inline void proto_answer(struct proto_done *done, uint32_t seq)
{
    __atomic_store_n(&done->seq, seq, __ATOMIC_RELEASE);
    syscall(SYS_futex, &done->seq, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Waits for a go other than *seq and stores its number there. 0: the parent says quit. */
static inline int proto_wait(const struct proto_go *go, uint32_t *seq)
{
    uint32_t s;
    while ((s = __atomic_load_n(&go->seq, __ATOMIC_ACQUIRE)) == *seq)
        syscall(SYS_futex, &go->seq, FUTEX_WAIT, *seq, NULL, NULL, 0);
    *seq = s;
    return !go->quit;
}

/* The size of one of the memfds; 0 when it cannot be had. */
static inline size_t proto_size(int fd)
{
    struct stat st;
    return fstat(fd, &st) ? 0 : (size_t)st.st_size;
}

#endif
