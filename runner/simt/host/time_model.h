/*
 * time_model.h: what time.c and time_counts.c know of a launch: its counts, of each access and of all together.
 */
#ifndef SIMT_TIME_MODEL_H
#define SIMT_TIME_MODEL_H

#include "loops.h"
#include "time.h"

enum { SECTOR = 32, WORD = 4, WARP = 32 };

struct access {
    uint32_t pc;
    int op, space;
    double requests, units, first, misses, lines;
    double words;      /* that a lane accesses at once */
    double turns, hot; /* atomics: of lanes at one word; lanes at the word that has most, of all blocks */
    double due;        /* at 1 the next load misses the L1 */
    double banks;      /* wavefronts of the L1's data */
    double part;       /* of the source's requests, as many as nvcc makes of one */
};

struct model {
    const struct simt_card *c;
    struct code code;
    double *rows;                /* of each block */
    double *credit, *when;       /* of each instruction: at 1 it is due again; when its value was there */
    size_t naccess;
    struct access *access;
    double block_warps, warps, blocks;
    double beside;               /* warps of a block that come to the loop at hand */
    double dram_share;           /* of the loads that the L1 has not, how many wait for memory */
    double at_once;              /* blocks for which the GPU has room */
    double n[OP_KINDS], weight;  /* warp instructions, and those of mathematical functions */
    double wait, barrier_wait;   /* cycles, of all warps */
    double parted;               /* of `wait`: in loops that have barriers inside */
    double apart;                /* of `first`: sectors that are loaded here and there */
    double first, st_sectors, shared, global_requests;
    double l1;                    /* cycles that the L1 is busy */
    double st_partial;            /* sectors that are not stored whole, and not at hand */
    double st_alone;              /* sectors of which a request stores one lane's word */
    double swap_wait;             /* cycles of all warps, for atomics that swap: of `wait` */
    double constants;             /* addresses of constant memory beyond a request's first */
    double changed;               /* sectors that atomics need from memory, at most */
    double atomics_new;           /* share of the atomics' sectors that nobody has asked memory for */
    double split_lanes, whole_warps; /* atomics: lanes of requests that lanes are missing of; other requests */
    double atomics, atomic_turns; /* lanes of atomics; how often a slice of the L2 is busy with them */
};

/* ---- time_counts.c */

double model_cell(const json_t *row, size_t k);                /* of a row's k-th column; below 0 is 0 */
double model_total(const json_t *launch, const char *name);    /* of SIMT_TOTALS */
void model_read(struct model *m, const json_t *launch);        /* sets what is counted of accesses */
struct access *access_at(const struct model *m, uint32_t pc);  /* NULL: none */
double model_l1_cycles(const struct model *m, const struct access *a); /* that the L1 is busy with it */

#endif
