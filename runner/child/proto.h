/*
 * proto.h: the words that ridge-exec and its untrusted children (ridge-child, ridge-gpu, emulated labs, ridge-ranks)
 * share.
 *
 * Four sealed memfds, at fixed descriptors in the child:
 *   3 go    parent writes, child maps read-only (F_SEAL_FUTURE_WRITE): which call, with what
 *   4 done  child writes; the parent treats every byte as hostile
 *   5 in    the inputs, read-only for the child
 *   6 out   the outputs, poisoned before each call
 *   7 raw   an emulated lab's JSON lines (runner/simt/host/report.c) or the ranks' timeline (runner/ranks/hub.h),
 *           appended by write()
 *   7 notify  ridge-child, which has no raw: the socket that takes its seccomp listener, closed before the submission
 *           is loaded. Descriptors are handed over without a gap (run_box() of runner/exec/proc.c), so a child that has
 *           raw finds that socket at PROTO_RAW + 1: ridge-ranks takes the listeners of its ranks there
 * A trial is: child stopped -> fill, poison -> stamp -> go + SIGCONT -> done -> SIGSTOP -> stamp ->
 * verify the snapshot. What the child says through `done` decides nothing but "look now".
 */
#ifndef RUNNER_PROTO_H
#define RUNNER_PROTO_H

#include <stdint.h>

enum { PROTO_GO = 3, PROTO_DONE = 4, PROTO_IN = 5, PROTO_OUT = 6, PROTO_RAW = 7, PROTO_NOTIFY = 7 };
enum { PROTO_NAME = 64, PROTO_BUFS = 16, PROTO_SCALARS = 16, PROTO_PAGE = 65536, PROTO_RAW_SIZE = 32 << 20 };

enum proto_mode {
    PROTO_PLAIN,    /* buffers are the shared mappings themselves */
    PROTO_SANITIZE, /* buffers are exact-size heap copies, so that ASan sees one byte past the end */
    PROTO_CTRACE,   /* fixed addresses; counters are written to `done` after the call */
    PROTO_EMULATED  /* the object is a program of its own (runner/simt/child.c) */
};

/* What a tensor map says of a buffer, innermost dimension first, as cuTensorMapEncodeTiled() takes it. */
struct proto_map {
    uint64_t dim[5], stride[4]; /* stride: bytes, of dimension 1 and up */
    uint32_t box[5];
    uint32_t rank, type, swizzle; /* type, swizzle: the driver's numbers */
};

struct proto_buf {
    uint64_t offset; /* into `in` or `out` */
    uint64_t count;
    uint32_t size; /* bytes an element */
    uint32_t writable; /* 0 input, 1 output, 2 both */
    uint32_t split;    /* ranks: each has a part of the buffer, not a copy of the whole */
    struct proto_map map; /* kernels: of an argument 't' */
    char name[40];     /* for sentences about the buffer */
};

/* ranks: the links and faults that a case declares; zeros declare no fault. */
struct proto_ranks {
    int32_t ranks, net, node;  /* node: ranks of a node (net 2) */
    int32_t timeline;          /* 1: a timeline is wanted */
    uint64_t seed;             /* of the order of delivery; 0: as the model has it */
    double wall_s; /* the limit on own_s */
    double alpha_ns, beta_Bps;   /* of a link; inside a node */
    double alpha2_ns, beta2_Bps; /* between nodes, through one port a node */
    int32_t slow_rank, kill_rank, lose_from, lose_to; /* -1: none */
    double slow_factor;          /* of slow_rank's comm_compute() */
    int32_t slow_from, slow_to;  /* -1: none; a link with beta / slow_link */
    double slow_link;
    int64_t kill_call, lose_nth; /* from 1 */
    int64_t detect_ns; /* so long after a death the others hear of it; 0: never */
};

/* SAID_KILLED: a rank ended without a word; whether memory was the reason is for the parent to say. */
enum proto_said { SAID_FINE, SAID_FAIL, SAID_DIED, SAID_KILLED, SAID_LIMIT, SAID_VIOLATION, SAID_OURS };
enum { VERDICT_COUNTERS = 32, VERDICT_TEXT = 2000 };

/* ranks: written when none of them is alive any more. */
struct proto_verdict {
    int32_t said, ncounters;
    char message[VERDICT_TEXT];
    struct {
        char name[24];
        double value;
    } counter[VERDICT_COUNTERS];
};

struct proto_go {
    volatile uint32_t seq;
    uint32_t quit;
    uint32_t mode;
    uint32_t nbufs, nscalars;
    char call[PROTO_NAME];
    struct proto_buf buf[PROTO_BUFS];
    int64_t i[PROTO_SCALARS];
    double d[PROTO_SCALARS];
    /* kernels: in args order 'i' 'l' 'f' 'd', 'b' (a buffer), 't' (a tensor map of a buffer) */
    uint8_t arg_kind[PROTO_BUFS + PROTO_SCALARS];
    uint32_t nargs;
    uint32_t grid[3], block[3], smem; /* kernels */
    uint32_t cooperative;             /* kernels: all blocks are resident at once, or the launch is refused */
    uint32_t descending;              /* emulated labs: blocks start from the last index down */
    uint32_t batch;                   /* ridge-gpu: launches inside one event pair */
    struct proto_ranks ranks;
    /* seconds of the trial so far, without those that other programs kept the child waiting (share.h); 0 at first */
    volatile double own_s;
};

enum { PROTO_READY = 0xffffffffu, PROTO_LOADING = 0x6c6f6164u };
enum { CTRACE_LINES = 512 };

struct proto_line {
    uint64_t pc; /* offset in the shared object */
    uint64_t loads, stores, bytes, l1_miss, l2_miss;
};

struct proto_done {
    volatile uint32_t seq;
    uint32_t status; /* kernels: CUresult, cudaError_t; ridge-child: PROTO_LOADING from its dlopen() on */
    double event_s;  /* ridge-gpu: CUDA event time of the launch, seconds */
    double copy_Bps; /* ridge-gpu: device-to-device copy, bytes read + written a second */
    double busy_s;   /* ridge-gpu: the events' time of the flush and all launches */
    double host_s;   /* ridge-gpu: the host's time around the same */
    uint64_t l2_B, flush_B; /* ridge-gpu: the L2's size (0 unknown), what a flush writes */
    char note[256];         /* ridge-gpu: the device's PCI address until the first go */
    uint64_t loads, stores, bytes, l1_miss, l2_miss, llc_miss, dtlb_miss;
    uint32_t nlines;
    struct proto_line line[CTRACE_LINES];
    struct proto_verdict verdict;
    uint64_t copy_at[PROTO_BUFS]; /* under a sanitizer: where the copies of this call's buffers lie */
    uint64_t part_bytes[PROTO_BUFS]; /* ridge-ranks: bytes of each copy, which is the part of one rank */
    uint32_t part_of;                /* ridge-ranks: that rank's number, and 1; 0: the copies are whole buffers */
};

/* Exit codes of the children, before the first `done`. */
enum { CHILD_NO_SYMBOL = 124, CHILD_INTERNAL = 125, CHILD_NO_GPU = 123 };

#endif
