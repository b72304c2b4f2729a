/*
 * child.c: the untrusted side of a CUDA lab on the emulator. Linked with the submission's kernels, the table of
 * their calls (generated, see runner/simt/host/build_lab.c) and the emulator's runtime into one program. Speaks
 * proto.h like ridge-child: waits for go, launches the call's kernel, says done. It is assumed to be hijacked.
 *
 *     PROGRAM PROGRAM MODE THREADS      (descriptors 3..7 as proto.h says)
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runner/box/box.h"
#include "runner/simt/include/cuda.h"
#include "runner/simt/include/simt/lab_calls.h"
#include "runner/child/proto.h"
#include "runner/simt/rt/rt.h"
#include "runner/child/proto_serve.h"

enum { PLAIN_SMEM = 48 << 10 }; /* beyond which a kernel's shared memory has to be asked for */

enum { CALL_WROTE_INPUT = 501 }; /* beyond what cudaError_t uses of its low hundreds; the note says it */

static const struct proto_go *go;
static struct proto_done *done;
static char *in, *out;

static void *shared(int fd, int prot)
{
    void *p = mmap(NULL, proto_size(fd), prot, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) {
        perror("emulator: map");
        _exit(CHILD_INTERNAL);
    }
    close(fd);
    return p;
}

static const struct simt_lab_call *find(const char *name)
{
    for (const struct simt_lab_call *c = simt_lab_calls; c->name; c++)
        if (!strcmp(c->name, name))
            return c;
    return NULL;
}

/* Every buffer an allocation of its own and of its exact size: one element past the end is out of bounds. These copies
 * are no host code of the lab, in whose text this file may lie. */
static int upload(void **at)
{
    for (uint32_t k = 0; k < go->nbufs && k < PROTO_BUFS; k++) {
        const struct proto_buf *b = &go->buf[k];
        size_t n = b->count * b->size;
        at[k] = heap_alloc(n ? n : 1, ALLOC_DEVICE, 0);
        if (!at[k])
            return -1;
        rt_copy(at[k], (b->writable ? out : in) + b->offset, n);
        if (b->writable != 1) /* an input, or read and written: what is only written starts without a value */
            heap_written(at[k], n);
    }
    return 0;
}

static int changed(const struct proto_buf *b, const void *at)
{
    return !b->writable && memcmp(at, in + b->offset, b->count * b->size);
}

/* The outputs back; -1 when an input is not what it was. */
static int download(void **at)
{
    int rc = 0;
    for (uint32_t k = 0; k < go->nbufs && k < PROTO_BUFS; k++) {
        const struct proto_buf *b = &go->buf[k];
        if (at[k] && b->writable)
            rt_copy(out + b->offset, at[k], b->count * b->size);
        if (at[k] && changed(b, at[k]))
            rc = -1;
        if (at[k])
            heap_free(at[k]);
    }
    return rc;
}

/* A map that the emulated driver refuses stays empty: a copy through it is told. */
static void encode(CUtensorMap *ret, const struct proto_map *m, void *at)
{
    cuuint32_t steps[5] = { 1, 1, 1, 1, 1 };
    memset(ret, 0, sizeof *ret);
    cuTensorMapEncodeTiled(ret, (CUtensorMapDataType)m->type, m->rank, at, (const cuuint64_t *)m->dim,
                           (const cuuint64_t *)m->stride, (const cuuint32_t *)m->box, steps,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, (CUtensorMapSwizzle)m->swizzle,
                           CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

static void arguments(uint64_t *v, void *const *at)
{
    static CUtensorMap map[PROTO_BUFS];
    uint32_t buf = 0, scalar = 0;
    for (uint32_t k = 0; k < go->nargs && k < SIMT_LAB_ARGS; k++) {
        switch (go->arg_kind[k]) {
        case 'i':
        case 'l':
            v[k] = (uint64_t)go->i[scalar++];
            break;
        case 'f': {
            float f = (float)go->d[scalar++];
            memcpy(&v[k], &f, sizeof f);
            break;
        }
        case 'd':
            memcpy(&v[k], &go->d[scalar++], sizeof v[k]);
            break;
        case 't':
            encode(&map[buf], &go->buf[buf].map, at[buf]);
            v[k] = (uintptr_t)&map[buf++];
            break;
        default:
            v[k] = (uintptr_t)at[buf++];
        }
    }
}

static int launch(const struct simt_lab_call *c, void *const *at)
{
    uint64_t v[SIMT_LAB_ARGS] = { 0 };
    arguments(v, at);
    simt_config.descending = go->descending != 0;
    struct simt_launch l = {
        .name = c->name, .fn = c->kernel, .grid = { go->grid[0], go->grid[1], go->grid[2] },
        .block = { go->block[0], go->block[1], go->block[2] }, .smem = go->smem,
        .thunk = c->thunk, .args = v, .args_size = sizeof v, .cooperative = go->cooperative != 0,
    };
    if (go->smem > PLAIN_SMEM) /* as ridge-gpu does; a refusal shows at the launch */
        cudaFuncSetAttribute(c->kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)go->smem);
    int rc = l.grid.x && l.grid.y && l.grid.z ? simt_launch(&l) : 0;
    return rc ? rc : (int)cudaDeviceSynchronize();
}

static void run(void)
{
    void *at[PROTO_BUFS] = { 0 };
    const struct simt_lab_call *c = find(go->call);
    done->note[0] = 0;
    if (!c || !c->kernel) {
        done->status = 500;
        snprintf(done->note, sizeof done->note, "There is no kernel %s; is it extern \"C\"?", go->call);
        return;
    }
    done->status = upload(at) ? 2u : (uint32_t)launch(c, at);
    if (done->status == 2)
        snprintf(done->note, sizeof done->note, "out of memory");
    if (download(at) && !done->status) {
        done->status = CALL_WROTE_INPUT;
        snprintf(done->note, sizeof done->note, "the kernel wrote to its input");
    }
    emit_host_errors();
    cudaDeviceReset(); /* a sticky error ends with the call that made it */
}

/* Before any constructor of the submission's: behind this nothing of ours fails, and nobody says that something did.
 * runner/build/names.h keeps the submission out of this section. */
static void first(void)
{
    go = shared(PROTO_GO, PROT_READ);
    done = shared(PROTO_DONE, PROT_READ | PROT_WRITE);
    in = shared(PROTO_IN, PROT_READ);
    out = shared(PROTO_OUT, PROT_READ | PROT_WRITE);
    if (box_seccomp_ends()) {
        perror("emulator: seccomp");
        _exit(CHILD_INTERNAL);
    }
}

__attribute__((section(".preinit_array"), used)) static void (*const before_all)(void) = first;

int main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    setvbuf(stdout, NULL, _IOLBF, 0);
    simt_start();
    simt_config.out_needed = 1;
    for (const struct simt_lab_call *c = simt_lab_calls; c->name; c++)
        api_static_smem(c->kernel); /* kept: it reads the program's own file, which the filter forbids */
    if (box_seccomp_emulated()) {
        perror("emulator: seccomp");
        abort();
    }
    uint32_t seq = 0;
    proto_answer(done, PROTO_READY);
    while (proto_wait(go, &seq)) {
        run();
        proto_answer(done, seq);
    }
    fflush(NULL);
    _exit(0);
}
