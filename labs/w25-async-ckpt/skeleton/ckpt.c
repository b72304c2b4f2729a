/* ckpt.c: yours. lab.h says what each function has to do. */
#include "lab.h"

struct ckpt {
    int rank, world; /* and the snapshot, and how far it is written */
};

ckpt_t *ckpt_open(int rank, int world)
{
    ckpt_t *c = calloc(1, sizeof *c);
    if (c)
        c->rank = rank, c->world = world;
    return c;
}

void ckpt_close(ckpt_t *c)
{
    free(c);
}

int ckpt_begin(ckpt_t *c, const struct job *j)
{
    (void)c, (void)j;
    return CKPT_BUSY; /* a copy of everything */
}

int ckpt_work(ckpt_t *c, int64_t bytes)
{
    (void)c, (void)bytes;
    return CKPT_IDLE; /* shards, everybody's word, a manifest */
}

int64_t ckpt_load(struct job *j)
{
    (void)j;
    return -1; /* the newest that is whole, for all ranks */
}

void elastic(comm_t *comm, const struct train *t, double *weights)
{
    (void)comm, (void)t, (void)weights; /* load, step, agree; after a death all over again with those that live */
}

int watch_step(struct watch *w, double norm)
{
    (void)w, (void)norm;
    return WATCH_OK;
}
