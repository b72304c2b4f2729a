/*
 * api.h: what the files of the CUDA runtime API share.
 *
 * Work for the device is a struct op. api_queue.c keeps ops in one queue in the order in which the host
 * issued them and carries them out when the host synchronises (SIMT_EAGER=1: at once), so that a program that
 * reads a result too early reads what was there before, as on a device. Carrying an op out also gives it a
 * start and an end on a virtual clock: see api_queue.c.
 */
#ifndef SIMT_API_H
#define SIMT_API_H

#include "runner/simt/rt/heap.h"
#include "runner/simt/rt/shadow/streams.h"
#include "runner/simt/include/cuda_runtime_api.h"

/* ---- entering and leaving a call (api_error.c) --------------------------------------------------------- */

/* Takes the API's lock. Not cudaSuccess: the context is lost (a sticky error) and the call must return it. */
cudaError_t api_begin(const char *call, uintptr_t pc);
cudaError_t api_end(cudaError_t e); /* releases the lock; e other than success becomes the last error */
#define API_PC ((uintptr_t)__builtin_return_address(0))
#define API_BEGIN                                                                                    \
    do {                                                                                             \
        cudaError_t api_e_ = api_begin(__func__, API_PC);                                            \
        if (api_e_ != cudaSuccess)                                                                   \
            return api_end(api_e_);                                                                  \
    } while (0)
/* For calls that need no context: they work after a failure too. */
cudaError_t api_begin_any(const char *call, uintptr_t pc);
#define API_BEGIN_ANY                                                                                \
    do {                                                                                             \
        cudaError_t api_e_ = api_begin_any(__func__, API_PC);                                        \
        if (api_e_ != cudaSuccess)                                                                   \
            return api_end(api_e_);                                                                  \
    } while (0)
double api_host_took(
    double otherwise); /* lib_queue.c: seconds of the host function that ran, a library's as on the device */
extern __thread int api_in_callback; /* user code of cudaLaunchHostFunc and the like runs */
int api_release(void); /* gives the API's lock up for a while; returns how deep it was held */
void api_retake(int depth);
extern uint64_t api_calls; /* how many calls there were so far; atomic */
void api_fail(cudaError_t e); /* asynchronous work failed: known to the host from its next call on */
void api_reset_error(void);   /* cudaDeviceReset */
cudaError_t api_see(void);    /* the host synchronised: a failure so far is known now */
struct api_call { const char *name; uintptr_t pc; }; /* the call that runs on this thread, for messages */
extern __thread struct api_call api_call;
/* A mistake in the call's arguments: a diagnostic "name: text". Returns e. */
cudaError_t api_bad(cudaError_t e, const char *format, ...) __attribute__((format(printf, 2, 3)));

void map_reset(void);                        /* api_map.c: nothing is mapped or reserved from here on */
void *api_driver_entry(const char *symbol); /* api_tensormap.c: a function of the driver API, or NULL */

/* ---- ops (api_queue.c) --------------------------------------------------------------------------------- */

enum op_kind { OP_KERNEL, OP_COPY, OP_FILL, OP_HOST, OP_RECORD, OP_WAIT, OP_FREE, OP_EMPTY, OP_GRAPH };
enum copy_path {
    PATH_HOST,
    PATH_UP,
    PATH_DOWN,
    PATH_DEVICE
}; /* host to host, to device, to host, on device */

struct copy { /* depth slices of height rows of width bytes */
    char *dst;
    const char *src;
    size_t dpitch, spitch, dslice, sslice, width, height, depth;
    int path, pageable; /* pageable: the host's memory is not pinned, so that the host waits */
};
struct fill {
    char *dst;
    size_t pitch, slice, width, height, depth; /* the width is in bytes */
    unsigned value, element;                   /* element: how many bytes `value` has, 1, 2 or 4 */
};
struct op {
    struct op *next;
    int kind;
    uint64_t seq;      /* in the order of issue, from 1 */
    struct CUstream_st *stream;
    uint64_t after;    /* of a wait: seq of what it waits for */
    struct op_place place; /* what comes before it: api_order.c */
    double issued;     /* virtual host time */
    double seconds;    /* of a kernel or a host function, once it ran */
    int ran, sms;      /* its effect is there; SMs of the kernel, 0: it did not run */
    uintptr_t pc;
    union {
        struct launch *kernel; /* with its arguments behind it: kernel_copy() */
        struct copy copy;
        struct fill fill;
        struct { cudaHostFn_t fn; cudaStreamCallback_t callback; void *data; } host;
        struct CUevent_st *event;
        void *p;
        struct CUgraphExec_st *graph;
    };
};

struct CUstream_st {
    uint32_t magic, flags;
    int priority, legacy, refs; /* refs: held by the stream's ops in the queue and by the program */
    unsigned long long id;
    double ready;      /* virtual time at which all work of the stream so far is done */
    uint64_t last;     /* seq of the stream's last op */
    int kernel_last;   /* that op is a kernel */
    uint64_t kernel_waits; /* how often the host had waited when the last kernel was issued (api_queue.c) */
    struct capture *capture; /* NULL: the stream does not capture */
    cudaGraphNode_t *deps;   /* the nodes that the next captured one follows */
    size_t ndeps;
    cudaLaunchAttributeValue attribute[24];
};
struct CUevent_st {
    uint32_t magic, flags;
    double time;       /* virtual time of the record that was carried out last */
    uint64_t recorded, done; /* seq of the last record issued (0: never) and of the last carried out */
    struct op_place place; /* of the last record issued */
    int refs;          /* held by ops that name the event and by the program */
    uint64_t captured; /* id of the capture it was recorded in last, or 0: it stands for nodes there */
    cudaGraphNode_t *deps;
    size_t ndeps;
};
enum { STREAM_MAGIC = 0x5354524d, EVENT_MAGIC = 0x45564e54 };

/* The stream of a handle (0, legacy, per thread, created), or NULL with cudaErrorInvalidResourceHandle due.
 */
struct CUstream_st *stream_of(cudaStream_t handle);
/* Queues the op, or adds it to the graph that the stream captures. */
cudaError_t op_submit(struct CUstream_st *s, const struct op *op);
/* Carries an op out; ready: virtual time from which it may start. Returns when it ends. */
double op_run(struct op *op, double ready);
void op_release(struct op *op); /* frees what the op owns */
int op_copy(struct op *to, const struct op *from); /* copies what the op owns, too; -1: no memory */
void queue_drain(uint64_t seq); /* carries out everything issued up to seq; ~0: all */
void queue_reset(void);
uint64_t queue_issued(void);
double queue_blocking_ready(void); /* virtual time at which all blocking streams are idle */
double queue_all_ready(void);
double api_host_time(double add); /* the host's virtual clock, advanced by `add` seconds */
void api_host_reach(double t);    /* the host waited until t */
void stream_sync(struct CUstream_st *s); /* carries out the stream's work, and the host waits for it */
void device_sync(void);
cudaError_t query_at(double ready);      /* success when the host's clock has come to `ready` */
void stream_reset(void);
void stream_unref(struct CUstream_st *s);
void event_unref(struct CUevent_st *e);
void graph_exec_ref(struct CUgraphExec_st *g);
void graph_exec_unref(struct CUgraphExec_st *g);
double graph_run(struct CUgraphExec_st *g, double ready); /* api_exec.c */
/* Memory of a graph's allocation nodes (api_node.c). */
int graph_memory_has(const void *p);
void graph_memory_hold(void *p);
void graph_memory_drop(void *p);
void graph_memory_live(void *p, int live); /* a launch allocates it; something frees it */

/* ---- which op comes before which (api_order.c) ---------------------------------------------------------- */

void order_issue(struct op *op); /* op->stream and op->seq are set */
/* The host has waited for: all that was issued so far, a stream's part of it, an event, an op. */
void order_waited_all(void);
void order_waited_stream(const struct CUstream_st *s);
void order_waited_event(const struct CUevent_st *e);
void order_waited_op(const struct op *op);
void order_forget(void);

/* ---- capture (api_capture.c) --------------------------------------------------------------------------- */

/* Calls that wait or allocate are errors while a capture forbids them, and spoil it. */
cudaError_t capture_forbids(void);
cudaError_t capture_forbids_stream(struct CUstream_st *s);
cudaError_t capture_forbids_device(void);     /* also in the relaxed mode */
cudaError_t capture_forbids_legacy(void); /* work in the legacy stream, which would wait for a captured one */
cudaError_t capture_op(struct CUstream_st *s, const struct op *op); /* a node of the graph */
cudaError_t capture_record(struct CUstream_st *s, struct CUevent_st *e);
cudaError_t capture_wait(struct CUstream_st *s, struct CUevent_st *e);
cudaError_t capture_alloc(struct CUstream_st *s, void **p, size_t size);
void capture_forget(struct CUevent_st *e);    /* the event is recorded anew, outside of its capture */
cudaError_t capture_event_error(const struct CUevent_st *e);
void capture_spoil(struct CUstream_st *s);    /* a call has failed in the stream's capture */
void capture_abort(struct CUstream_st *s);

/* ---- copies (api_copy.c) ------------------------------------------------------------------------------- */

cudaError_t copy_check(struct copy *c, enum cudaMemcpyKind kind); /* ranges and direction; fills in path */
cudaError_t copy_from_3d(struct copy *c, const struct cudaMemcpy3DParms *p);
cudaError_t fill_check(const struct fill *f);
cudaError_t symbol_range(const void *symbol, size_t offset, size_t count, void **p);
uint64_t copy_bytes(const struct copy *c);
uint64_t fill_bytes(const struct fill *f);
void copy_run(const struct copy *c);
void fill_run(const struct fill *f);

/* ---- kernels (api_func.c) ------------------------------------------------------------------------------ */

struct func { /* what the program told us of a kernel */
    const void *fn;
    const char *name;
    simt_thunk thunk; /* takes pointers to the arguments; NULL: the kernel was never registered */
    unsigned nargs;
    unsigned *arg_sizes;
    int max_dyn_smem, max_dyn_smem_set; /* cudaFuncAttributeMaxDynamicSharedMemorySize */
    int carveout;
    long static_smem;  /* bytes of its __shared__ variables; -1: not looked up */
    int is_function;   /* the executable has a function there */
    struct simt_dim3 cluster; /* __cluster_dims__, or what cudaFuncAttributeRequiredCluster... says; x 0: none */
    int large_clusters; /* cudaFuncAttributeNonPortableClusterSizeAllowed */
    struct func *next;
};
struct func *func_of(const void *fn);  /* makes the kernel's entry at first; NULL only without memory */
cudaError_t func_attributes(struct cudaFuncAttributes *a, const void *fn);
int simt_config_cooperative(const cudaLaunchConfig_t *config); /* runtime_cpp.h calls it too */
struct simt_dim3 simt_config_cluster(const cudaLaunchConfig_t *config); /* x 0: none; core.h calls it too */
int simt_config_early(const cudaLaunchConfig_t *config);                /* 1: a programmatic dependent launch */
/* A launch through an untyped pointer. Its args are the caller's pointers to values: kernel_copy() copies
 * them. */
cudaError_t func_launch(struct simt_launch *l, const void *fn, dim3 grid, dim3 block, void **args,
                        size_t smem, cudaStream_t stream);
/* A launch with its arguments in one piece of memory; NULL: there is no memory. */
struct launch *kernel_copy(const struct simt_launch *l);

/* ---- memory (api_memory.c) ----------------------------------------------------------------------------- */

void pool_freed(void *p); /* the block leaves its pool, if it has one */
void pool_reset(void);

/* ---- arrays (api_texture.c) ---------------------------------------------------------------------------- */

struct cudaArray { /* row-major in device memory */
    uint32_t magic;
    struct cudaChannelFormatDesc desc;
    struct cudaExtent extent; /* elements; height and depth 0 as asked for */
    unsigned flags;
    char *data;
    size_t element, pitch, slice; /* bytes */
};
int array_ok(const struct cudaArray *a);

/* ---- occupancy (api_occupancy.c) ----------------------------------------------------------------------- */

struct occupancy { int blocks, by_warps, by_blocks, by_regs, by_smem; };
/* -1: more than a block may have. */
int occupancy_of(const struct device *d, int threads, int regs, size_t smem, struct occupancy *o);

#endif
