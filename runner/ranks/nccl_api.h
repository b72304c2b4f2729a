/*
 * nccl_api.h: what Ridge calls of NCCL, found by dlopen(): nothing links it, and its header need not be there. Names,
 * numbers and the by-value id are those of nccl.h, whose ABI is stable within libnccl.so.2.
 */
#ifndef RANKS_NCCL_API_H
#define RANKS_NCCL_API_H

#include <stddef.h>

typedef struct {
    char internal[128];
} nccl_id;
typedef void *nccl_comm;

enum { NCCL_UINT8 = 1, NCCL_FLOAT32 = 7, NCCL_SUM = 0 };

#define NCCL_API(X)                                                                              \
    X(ncclGetVersion, (int *))                                                                   \
    X(ncclGetUniqueId, (nccl_id *))                                                              \
    X(ncclCommInitRank, (nccl_comm *, int, nccl_id, int))                                        \
    X(ncclSend, (const void *, size_t, int, int, nccl_comm, void *))                             \
    X(ncclRecv, (void *, size_t, int, int, nccl_comm, void *))                                   \
    X(ncclAllReduce, (const void *, void *, size_t, int, int, nccl_comm, void *))                \
    X(ncclGroupStart, (void))                                                                    \
    X(ncclGroupEnd, (void))                                                                      \
    X(ncclCommAbort, (nccl_comm))

#define NCCL_EXTERN(name, args) extern int(*name) args;
NCCL_API(NCCL_EXTERN)

/* NULL, or the sentence that says why there is none. RIDGE_NCCL names the library where a loader would not look. */
const char *nccl_load(void);
const char *nccl_text(int result);

/* wall_nccl.c: after its open(), for who measures it. */
void wall_nccl_handles(nccl_comm *comm, void **stream);

#endif
