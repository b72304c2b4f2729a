/*
 * ridge-child: the untrusted side of a run. Loads the submission's shared object, waits for go, calls
 * it, says done. It is assumed to be hijacked from the first constructor on: it holds no expected value,
 * no clock that anybody believes and no descriptor but the four of proto.h.
 *
 *     ridge-child OBJECT MODE THREADS      (descriptors 3..6 as proto.h says)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runner/box/box.h"
#include "proto.h"
#include "ridge/frame.h"
#include "runner/child/proto_serve.h"

enum { GUARD = 65536 };
/* The cache model of ctrace sees addresses: they must be the same in every run. */
#define IN_BASE ((char *)0x300000000000)
#define OUT_BASE ((char *)0x400000000000)

static const struct proto_go *go;
static struct proto_done *done;
static char *in, *out;

static void *map(int fd, size_t size, int prot, char *base)
{
    void *p = mmap(base, size, prot, MAP_SHARED | MAP_POPULATE | (base ? MAP_FIXED_NOREPLACE : 0), fd, 0);
    if (p == MAP_FAILED) {
        perror("ridge-child: map");
        _exit(CHILD_INTERNAL);
    }
    return p;
}

static void map_all(void)
{
    go = map(PROTO_GO, PROTO_PAGE, PROT_READ, NULL);
    done = map(PROTO_DONE, PROTO_PAGE, PROT_READ | PROT_WRITE, NULL);
    size_t ni = proto_size(PROTO_IN), no = proto_size(PROTO_OUT);
    /* reserved neighbours on both sides, so that a stray store is SIGSEGV and not a silent pass */
    mmap(IN_BASE - GUARD, ni + 2 * GUARD, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    mmap(OUT_BASE - GUARD, no + 2 * GUARD, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    munmap(IN_BASE, ni);
    munmap(OUT_BASE, no);
    in = map(PROTO_IN, ni, PROT_READ, IN_BASE);
    out = map(PROTO_OUT, no, PROT_READ | PROT_WRITE, OUT_BASE);
    for (int fd = PROTO_GO; fd <= PROTO_OUT; fd++)
        close(fd);
}

static void (*ct_start)(void), (*ct_stop)(struct proto_done *);

static ridge_trampoline *find(const struct ridge_export *table, const char *name)
{
    for (; table->name; table++)
        if (!strcmp(table->name, name))
            return table->call;
    return NULL;
}

static void run(const struct ridge_export *table)
{
    struct ridge_frame f = { 0 };
    void *copy[PROTO_BUFS] = { 0 };
    ridge_trampoline *call = find(table, go->call);
    if (!call) {
        fprintf(stderr, "The shared object has no call named %s.\n", go->call);
        _exit(CHILD_NO_SYMBOL);
    }
    int heap = go->mode == PROTO_SANITIZE;
    for (uint32_t k = 0; k < go->nbufs && k < RIDGE_MAX_BUFS; k++) {
        const struct proto_buf *b = &go->buf[k];
        char *at = (b->writable ? out : in) + b->offset;
        size_t bytes = b->count * b->size;
        if (heap) {
            copy[k] = malloc(bytes);
            if (!copy[k] && bytes) {
                fprintf(stderr, "ridge-child: no memory for a copy of %zu bytes\n", bytes);
                abort(); /* box_seccomp_ends() */
            }
            if (bytes)
                memcpy(copy[k], at, bytes);
            at = copy[k];
            done->copy_at[k] = (uint64_t)(uintptr_t)at;
        }
        f.buf[k] = at;
        f.count[k] = b->count;
    }
    for (uint32_t k = 0; k < go->nscalars && k < RIDGE_MAX_SCALARS; k++) {
        f.i[k] = go->i[k];
        f.d[k] = go->d[k];
    }
    if (ct_start)
        ct_start();
    call(&f);
    if (ct_stop)
        ct_stop(done);
    for (uint32_t k = 0; heap && k < go->nbufs && k < RIDGE_MAX_BUFS; k++) {
        const struct proto_buf *b = &go->buf[k];
        if (b->writable && b->count)
            memcpy(out + b->offset, copy[k], b->count * b->size);
        free(copy[k]);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return CHILD_INTERNAL;
    int mode = atoi(argv[2]), threads = atoi(argv[3]);
    map_all();
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (mode == PROTO_SANITIZE ? box_seccomp_sanitizer() || box_seccomp_ends()
                               : box_seccomp_loading(threads > 1, 0, PROTO_NOTIFY)) {
        perror("ridge-child: seccomp");
        return CHILD_INTERNAL;
    }
    done->status = PROTO_LOADING; /* whatever happens now may be the submission's doing */
    void *so = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!so) {
        fprintf(stderr, "%s\n", dlerror());
        return CHILD_NO_SYMBOL;
    }
    const struct ridge_export *table = dlsym(so, "ridge_exports");
    if (!table) {
        fprintf(stderr, "%s\n", dlerror());
        return CHILD_NO_SYMBOL;
    }
    if (mode == PROTO_CTRACE) {
        *(void **)&ct_start = dlsym(so, "ctrace_start");
        *(void **)&ct_stop = dlsym(so, "ctrace_stop");
    }
    if (mode != PROTO_SANITIZE && box_seccomp_running()) {
        perror("ridge-child: seccomp");
        return CHILD_INTERNAL;
    }
    uint32_t seq = 0;
    proto_answer(done, PROTO_READY);
    while (proto_wait(go, &seq)) {
        run(table);
        proto_answer(done, seq);
    }
    fflush(NULL);
    exit(0); /* not _exit(): LeakSanitizer reports from its exit handler */
}
