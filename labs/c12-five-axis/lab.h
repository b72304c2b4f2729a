/*
 * lab.h: the interface of c12-five-axis. Skeleton, reference and harness all include this one file.
 * A small cost model: what one step of a job costs on a cluster, and which resource it waits for.
 *
 * Conventions
 *   - FLOP, bytes, seconds and their quotients: no giga, no milli. A multiply-add is two FLOP.
 *   - A step is one training step or one forward pass. Fields of struct op are totals of the whole
 *     job; results are for one device, the busiest one where they differ.
 *   - Rates are one way and positive. All sizes of struct grid are at least 1.
 *   - ep divides dp * cp.
 *
 * Where a device stands: ranks are laid out tp first, then cp, then dp, then pp outermost. So the
 * members of a tp group are neighbours, those of a cp group are tp apart, those of a dp group tp*cp
 * apart, and those of a pp group tp*cp*dp apart. `ep` takes no devices of its own: of the dp*cp ranks
 * that are tp apart, each ep neighbours share out the experts, and the dp*cp / ep ranks that hold the
 * same experts are tp*ep apart. A node holds `node` consecutive ranks.
 *
 * Of a group of g ranks that are s apart, k = min(g, max(1, node / s)) stand in one node. In all
 * cases the divisions come out even: s divides node or node divides s, and k divides g.
 */
#ifndef C12_FIVE_AXIS_LAB_H
#define C12_FIVE_AXIS_LAB_H

#include <stdint.h>

/* Where bytes move: device memory, host memory, between devices of one node, between nodes. */
enum tier { T_HBM, T_HOST, T_LINK, T_NET, TIERS };

/* What a step waits for, in the order in which a tie is decided. */
enum axis { AX_FLOPS, AX_HBM, AX_HOST, AX_LINK, AX_NET, AX_FAILURE, AX_MEMORY };

struct op {
    double flops;   /* FLOP of a step */
    double weights; /* bytes of all weights; a gradient has as many */
    double experts; /* those of them that belong to experts, over which ep divides; <= weights */
    double acts;    /* bytes that a step moves through device memory besides weights */
    double host;    /* bytes that a step moves to and from host memory */
    double hidden;  /* bytes of the hidden state of all tokens of a step: tokens * width * 2 */
    double kv;      /* bytes of keys and values of all tokens of a step, in ONE layer */
    double keep;    /* bytes that stay in device memory besides weights and what goes with them */
    double state;   /* bytes held for each byte of weights: 1 to serve, 8 for Adam on 16 bits */
    int layers;     /* layers; pp divides them in all cases */
    int train;      /* 1: there is a backward pass and gradients are exchanged; 0: forward only */
    int sweeps;     /* how often a step passes over all weights in device memory */
    int micro;      /* micro-batches that follow one another through the pipeline; >= 1 */
    int topk;       /* experts that a token is sent to; 0 for a dense model */
};

struct grid {
    int dp, tp, pp, cp, ep; /* data, tensor, pipeline, context, expert parallel */
};

struct hw {
    double peak;      /* FLOP/s of a device as its data sheet prints it */
    int sparsity;     /* 2 when that figure assumes 2:4 sparsity, else 1; all work here is dense */
    double bw[TIERS]; /* B/s of one device, one way */
    double mem;       /* bytes of device memory */
    int node;         /* devices of a node */
};

struct risk {
    double mtbf;     /* mean seconds between failures of ONE device; may be INFINITY */
    double ckpt;     /* seconds to write a checkpoint, while the job stands still */
    double restart;  /* seconds from a failure until the job computes again */
    double interval; /* seconds of work between checkpoints; 0: choose it */
};

struct plan {
    double devices;
    double flops;           /* of one device */
    double bytes[TIERS];    /* of one device, each tier */
    double intensity;       /* flops over bytes[T_HBM]; INFINITY for no bytes, 0 when both are 0 */
    double room;            /* hw.mem less what is resident; negative: it does not fit */
    double time[1 + TIERS]; /* flops over the dense peak, then bytes over rate for each tier */
    double step;            /* the longest of them, times (micro + pp - 1) / micro */
    double interval;        /* seconds of work between checkpoints */
    double lost;            /* seconds lost for each step: step * loss(); 0 when the step is 0 */
};

/* FLOP for each byte of a tier at which its time equals that of the arithmetic: dense peak over
 * rate. For T_HBM this is the ridge of the roofline. */
double crossover(const struct hw *h, enum tier t);

/* How many devices the grid takes. */
int64_t devices(const struct grid *g);

/* Bytes that one device moves in a step, for each tier. With n devices, L = layers / pp,
 *   W = ((weights - experts) + experts / ep) / (tp * pp)     weights of one device
 *   X = hidden / (dp * cp), K = kv / (dp * cp * tp):
 *
 * T_HBM   sweeps * W + acts / n
 * T_HOST  host / n
 * T_LINK and T_NET receive what the groups send; nothing where a group has one member:
 *   tp  an all-reduce of X, twice in each of L layers, four times when training
 *   cp  K passed on (cp - 1) times in each of L layers, three times as much when training; all on
 *       T_LINK when the group is in one node, all on T_NET when not (its slowest edge decides)
 *   ep  X * topk / tp sent out and fetched back in each of L layers, so twice, four times when
 *       training. Each of the ep members gets an equal share and one of them is the sender itself:
 *       k - 1 shares go on T_LINK and ep - k on T_NET. Nothing when topk is 0.
 *   dp  when training, two all-reduces of gradients: the dense ones, (weights - experts) / (tp * pp),
 *       among dp*cp ranks, and those of the experts, experts / (ep * tp * pp), among dp*cp / ep
 *   pp  X / tp, twice when training: on T_LINK when all n ranks fit in a node, else on T_NET.
 *
 * An all-reduce of G bytes among g ranks, k of them in a node, goes in three steps: reduce-scatter
 * inside the node, all-reduce of the 1/k that one then holds across g/k nodes, all-gather inside.
 *   T_LINK  2 * (k - 1) / k * G           T_NET  2 * (g/k - 1) / (g/k) * G / k */
void moved(const struct op *o, const struct grid *g, const struct hw *h, double bytes[TIERS]);

/* Bytes that one device holds: state * W + keep / n. */
double resident(const struct op *o, const struct grid *g);

/* Seconds lost for each second of work by a job of n devices, and in *interval the work between
 * two checkpoints. Failures come at random with mean M = mtbf / n and also strike during restarts.
 *   interval  as given; when 0, Daly's: M for ckpt >= 2M, else with x = ckpt / (2M)
 *             sqrt(2*ckpt*M) * (1 + sqrt(x)/3 + x/9) - ckpt
 *             INFINITY when nothing fails and a checkpoint costs something; 0 when it is free
 *   loss      M * exp(restart/M) * (exp((interval + ckpt)/M) - 1) / interval - 1
 *             for interval = 0 its limit, exp(restart/M) - 1
 *             for M = INFINITY ckpt / interval, or 0 when the interval is 0 or INFINITY
 * A loss of 1e-6 must be right to six digits. One too large for a double is INFINITY. */
double loss(const struct risk *r, int64_t n, double *interval);

/* All of it. */
struct plan cost5(const struct op *o, const struct grid *g, const struct hw *h,
                  const struct risk *r);

/* AX_MEMORY when room < 0. Else the largest of time[0..4] and lost; of equal ones the first in the
 * order of enum axis. */
enum axis which_axis_binds(const struct plan *p);

#endif
