/*
 * lab.h: the interface of w25-async-ckpt. Skeleton, references and harness all include this one file.
 *
 * A job of `world` ranks trains a state of n numbers, of which each rank has a part. Each rank is a process with a
 * disk of its own; after a failure the disks that are left are seen by all ranks of the next job, whose number may be
 * another one. These see one directory: what the job before has made, and what was there before it and was not removed
 * by any rank. Names that a failed job has left may be used again. In elastic() ranks do not wait for a next job.
 */
#ifndef W25_ASYNC_CKPT_H
#define W25_ASYNC_CKPT_H

#include <math.h>
#include <ridge/ranks.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORLD_MOST = 8, NAME_BYTES = 32, SHARE_BYTES = 64 };

/* What is the same on all ranks and belongs to the state as much as the numbers do. */
struct extra {
    int64_t step; /* steps done */
    uint64_t rng;
    int64_t document; /* where the loader stands */
    double scale;     /* of the loss */
};

struct job {
    int rank, world;
    int64_t n;            /* numbers of all ranks together */
    int64_t first, count; /* this rank's: first = n*rank/world, up to n*(rank + 1)/world */
    double *part;         /* [count] */
    struct extra extra;
};

/* --- given: the disk ----------------------------------------------------------------------------------- */

/*
 * Files are appended to. What disk_sync() has not made durable may be lost by a power cut: all of it, the end of it, or
 * its contents, so that zeros stand there. Names are made, changed and removed in a directory, of which nothing since
 * the last disk_sync_dir() is safe: after a power cut any beginning of these changes may have happened. A rename is
 * atomic: the new name means the old file or the new one. All return 0, or DISK_ERROR: no room left, no such file.
 */
enum { DISK_ERROR = -1 };
int disk_create(const char *name); /* an empty file; what had the name before loses it */
int disk_append(const char *name, const void *data, int64_t bytes);
int disk_sync(const char *name);
int disk_rename(const char *from, const char *to);
int disk_remove(const char *name);
int disk_sync_dir(void);
/* How many bytes were read from `at` on: fewer at the end; DISK_ERROR if there is no such file. */
int64_t disk_read(const char *name, int64_t at, void *data, int64_t bytes);
/* 1 and the k-th name in the order of strcmp(), or 0 if there are not so many. */
int disk_list(int k, char name[NAME_BYTES]);

/* --- given: the other ranks ---------------------------------------------------------------------------- */

/* All ranks call it with the same bytes <= SHARE_BYTES: all[r*bytes ...] = what rank r gave. Returns 0, or -1 if a
 * rank has died: then nobody got anything, and no later call will work. */
int share(const void *mine, void *all, int bytes);

uint32_t crc32_more(uint32_t crc, const void *data, int64_t bytes); /* begins with 0 */

/* --- given: elastic training, in which ranks really die ("failures" in ridge/ranks.h) ------------------- */

/* A model of m weights: number 2k of the state is weight k, number 2k + 1 its momentum, so n = 2m. Every world that
 * can be divides m: no rank has half of a pair. */
struct train {
    int64_t m, steps;
    int64_t every, budget; /* a checkpoint each `every` steps, written in slices of `budget` bytes */
    int64_t batch;         /* samples a rank takes in a step */
};

void untrained(struct job *j); /* fills part and extra as they are before the first step */

/* The loss of a sample under all m weights; its gradient is added to grad[m]. Both are multiples of 2^-40 and not
 * large: their sums are exact, in whatever order an all-reduce takes them. */
double sample(int64_t number, int64_t m, const double *weights, double *grad);

/* The optimiser: one weight and its momentum, and the mean of the gradients of all samples of the step. */
void update(double *weight, double *momentum, double gradient);

/* In elastic() the disk is a file server, which lives on: all ranks see one directory. And share() is among the ranks
 * of the communicator that was given here last; it gives -1 to all of them if one of them has died. */
void share_over(comm_t *comm);

/* Told by each rank after each step it has done: how many steps are done, the mean loss of all samples of the step, and
 * what ckpt_work() gave after it. */
void report(comm_t *comm, int64_t step, double loss, int state);

/* --- yours --------------------------------------------------------------------------------------------- */

typedef struct ckpt ckpt_t;
enum { CKPT_IDLE, CKPT_WRITING, CKPT_DONE, CKPT_FAILED, CKPT_BUSY };

/* The writer of one rank of one job. Touches no file. ckpt_close() comes after a failure, too: what ckpt_work()
 * allocates has to be found from ckpt_t, since the call may never return. */
ckpt_t *ckpt_open(int rank, int world);
void ckpt_close(ckpt_t *c);

/* Takes a snapshot of the job as it is now (*j goes on to change) and returns CKPT_WRITING at once, without touching
 * disk or other ranks; CKPT_BUSY, and nothing happens, while the last one is not done. All ranks call it at the same
 * step. */
int ckpt_begin(ckpt_t *c, const struct job *j);

/* Called by all ranks after each step. Appends at most `bytes` bytes of shards, which may end within a number; more
 * makes training wait, as does any byte in ckpt_begin(). Whatever else it does (sync, share, a manifest of up to 512
 * bytes) is free. Gives the same on all ranks: CKPT_IDLE: nothing is being written. CKPT_WRITING: not yet. CKPT_DONE:
 * from now on no power cut loses this checkpoint. CKPT_FAILED: some rank could not write, or has died; the checkpoint
 * is given up and its files are removed, the one before is as good as ever, and the next may begin. After DONE the
 * newest two checkpoints of this writer stay, its older ones are removed: the disk has room for three. What an earlier
 * job has left need not be removed. */
int ckpt_work(ckpt_t *c, int64_t bytes);

/* Fills j->part and j->extra for this rank and world (rank, world, n, first, count are given) from the newest
 * checkpoint of which everything is whole, whatever the world was that wrote it. A shard or manifest that was damaged
 * is noticed, and then all ranks take the one before. Returns its step, the same on all ranks, or -1 if there is
 * none. */
int64_t ckpt_load(struct job *j);

/*
 * Trains up to t->steps, whoever dies, from the newest whole checkpoint, or untrained if there is none. A step: each
 * rank takes the samples document + rank*batch + i, 0 <= i < batch; its own part is updated by the mean gradient of
 * all ranks' samples; document grows by batch*world, step by 1, rng and scale stay. Then ckpt_begin() each `every`
 * steps, ckpt_work(), and report().
 *
 * When a rank has died, no matter in which call, those that live go on as a job does that begins with them: from the
 * newest whole checkpoint, with their own number and order. A step that is reported by one of them is reported by all.
 * Returns when all steps are done and no checkpoint is being written, with all weights in weights[m].
 */
void elastic(comm_t *comm, const struct train *t, double *weights);

/* The guard before the optimiser: of the norm of a gradient, or a loss. WATCH_SKIP: it is not finite, so this step
 * must not be applied. WATCH_ROLLBACK: it is the `patience`-th such step in a row. WATCH_SPIKE: it is finite and
 * above `factor` times the median of the last up to 16 finite values that were no spikes, once there are 4 of them.
 * Otherwise WATCH_OK. The median of an even number is the lower of the two in the middle. A rollback begins a new
 * row; a spike ends one, too. */
enum { WATCH_OK, WATCH_SKIP, WATCH_ROLLBACK, WATCH_SPIKE };
struct watch {
    int patience;
    double factor;
    int bad, kept; /* 0 at the start: those in a row that are not finite, those kept in value[] */
    double value[16];
};
int watch_step(struct watch *w, double norm);

#endif
