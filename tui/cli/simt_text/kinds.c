/*
 * kinds.c: the kinds of what the emulator finds: the group of each, and what to do about it.
 */
#define _GNU_SOURCE
#include "text_internal.h"

#include <string.h>

static const struct {
    const char *kind, *group, *next;
} kinds[] = {
    { "out-of-bounds", "oob",
      "Check the index against the size, and whether a guard (if (i < n)) is missing for the last block." },
    { "use-after-free", "oob",
      "The memory was freed before: move the cudaFree behind the last kernel or copy that uses it." },
    { "misaligned", "oob",
      "A wide access (float4, int2) needs an address that is a multiple of its size: check base and offset." },
    { "layout", "oob",
      "Let the tensor map and the matrix descriptor name one swizzle (CU_TENSOR_MAP_SWIZZLE_128B is 1 in the "
      "descriptor's bits 62 and 63)." },
    { "uninitialised", "uninit",
      "Write it first: with cudaMemcpy, cudaMemset, or in the kernel before a barrier. Until then it holds "
      "anything: here NaN, as an int 2147188731, on a GPU what was there before." },
    { "mbarrier-init", "uninit",
      "Let one thread call mbarrier.init or init(), and all come to a __syncthreads(), before any arrives, waits or "
      "copies." },
    { "race", "races",
      "Put a barrier between the two accesses (__syncthreads, within a warp __syncwarp), or use an atomic." },
    { "async-hazard", "races",
      "Wait for the copy before its data is used: commit, wait for the group, then a barrier." },
    { "divergent-barrier", "sync",
      "Every thread of the block has to come to the same __syncthreads: take it out of the if or loop." },
    { "barrier-after-exit", "sync",
      "Threads returned before a barrier that the others wait at, or an if around the barrier left them out: guard the "
      "work, and let every thread come to the barrier." },
    { "deadlock", "sync",
      "No thread can go on: look at what each group waits for, and let all of them come to the same place." },
    { "cluster", "races",
      "Blocks of a cluster may use each other's shared memory between two cluster barriers: cluster.sync() "
      "before the first access, and after the last." },
    { "warp-mask", "sync",
      "The mask has to name exactly the lanes that come here: 0xffffffff for all, or what __ballot_sync gave." },
    { "warp-mismatch", "sync",
      "The lanes of the mask have to call the same operation together." },
    { "aligned", "sync",
      "Take it out of the if or loop that a part of the warp does not come through; of named barriers barrier.sync "
      "without .aligned may stand there." },
    { "shuffle-inactive", "sync",
      "A lane read from one that did not take part: its value is undefined. Check mask, lane and width." },
    { "host-pointer", "oob",
      "A kernel cannot use host memory: copy it to the device, or allocate it with cudaMallocManaged." },
    { "device-pointer", "oob",
      "Host code cannot use device memory: copy it back with cudaMemcpy first." },
    { "const-write", "oob",
      "__constant__ memory is read-only in kernels: use cudaMemcpyToSymbol on the host, or __device__." },
    { "null", "oob",
      "The pointer is NULL: was the allocation's result checked, and passed on?" },
    { "illegal-address", "oob",
      "This address belongs to nothing: look for an index of the wrong type or an uninitialised pointer." },
    { "stack-overflow", "oob",
      "Make local arrays smaller or recursion shallower; SIMT_STACK sets the bytes of a thread's stack." },
    { "local-array", "oob",
      "Check the index against the size that the array is declared with: what lies behind is another variable's." },
    { "timeout", "sync",
      "Look for a loop that never ends; --timeout gives a kernel more seconds." },
    { "assert", "api",
      "The condition in the assert was false for this thread." },
    { "trap", "api",
      "The kernel ended itself with __trap()." },
    { "launch", "api",
      "Check the launch's grid, block and shared memory against the device's limits." },
    { "api", "api",
      "Check what the call returned, with cudaGetErrorString." },
    { "leak", "leaks",
      "Free it with cudaFree." },
    { "float-cast", "casts",
      "Clamp the value before the cast, or convert by an intrinsic (__float2uint_rz), which gives the nearest value." },
    { "schedule", "races",
      "Look for what the order of threads or streams changes: `SIMT_SEED=N ridge simt` runs a schedule again." },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

const char *kind_advice(const char *kind)
{
    for (size_t k = 0; k < KINDS; k++)
        if (!strcmp(kinds[k].kind, kind))
            return kinds[k].next;
    return NULL;
}

/* Whether the list of words with commas between them has this one. */
static int listed(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == n && !strncmp(at, word, n))
            return 1;
    return 0;
}

int simt_fails_on(const char *list, const char *kind)
{
    const char *group = "";
    for (size_t k = 0; k < KINDS; k++)
        if (!strcmp(kinds[k].kind, kind))
            group = kinds[k].group;
    if (!list)
        return !simt_warns(kind);
    return listed(list, "all") || listed(list, kind) || (*group && listed(list, group));
}

static int is_kind(const char *word, size_t n)
{
    if (n == 3 && !strncmp(word, "all", n))
        return 1;
    for (size_t k = 0; k < KINDS; k++)
        if ((strlen(kinds[k].kind) == n && !strncmp(kinds[k].kind, word, n)) ||
            (strlen(kinds[k].group) == n && !strncmp(kinds[k].group, word, n)))
            return 1;
    return 0;
}

int simt_kinds_known(const char *list, struct err *e)
{
    if (!strcmp(list, "none"))
        return 0;
    for (const char *at = list;; at++) {
        size_t n = strcspn(at, ",");
        if (!is_kind(at, n))
            return err_set(e, "There is no kind \"%.*s\". --fail-on takes oob, uninit, races, sync, api, leaks, casts, "
                              "all, none, or kinds as a report names them, with commas between them.",
                           (int)(n < 40 ? n : 40), at);
        at += n;
        if (!*at)
            return 0;
    }
}
