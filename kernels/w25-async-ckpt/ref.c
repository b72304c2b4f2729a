/*
 * ref.c: a checkpoint in two phases. Each rank copies its part, which is all that training waits for, and appends the
 * copy in slices beside the steps; contents first, then the directory, then everybody's word. Only when all shards
 * are safe does rank 0 write the manifest, under another name until that is safe too, and rename it. Whoever loads
 * trusts nothing that the manifest does not vouch for. Elastic training is one life after the other, each of one world:
 * what begins after a death is what begins after a start, and so it cannot go another way.
 */
#include "lab.h"

enum { MAGIC = 0x54504b43 };

struct manifest {
    int32_t magic, world;
    int64_t step, n;
    struct extra extra;
    uint32_t shard[WORLD_MOST], crc; /* the last: of all before */
};

struct word {
    int32_t state; /* CKPT_WRITING, CKPT_DONE, CKPT_FAILED */
    uint32_t crc;
};

struct ckpt {
    int rank, world, busy;
    int64_t n, count, at, older; /* numbers; bytes written; the step of the checkpoint before, -1: none */
    int64_t newest;
    double *copy;
    uint32_t crc;
    struct extra extra;
};

static void shard_name(char *to, int64_t step, int rank)
{
    snprintf(to, NAME_BYTES, "shard-%lld-%d", (long long)step, rank);
}

static void manifest_name(char *to, int64_t step)
{
    snprintf(to, NAME_BYTES, "manifest-%012lld", (long long)step);
}

ckpt_t *ckpt_open(int rank, int world)
{
    ckpt_t *c = calloc(1, sizeof *c);
    if (c)
        c->rank = rank, c->world = world, c->older = c->newest = -1;
    return c;
}

void ckpt_close(ckpt_t *c)
{
    if (c)
        free(c->copy);
    free(c);
}

int ckpt_begin(ckpt_t *c, const struct job *j)
{
    if (c->busy)
        return CKPT_BUSY;
    free(c->copy);
    c->copy = malloc((size_t)(j->count + 1) * sizeof *c->copy);
    memcpy(c->copy, j->part, (size_t)j->count * sizeof *c->copy);
    c->n = j->n, c->count = j->count, c->extra = j->extra;
    c->at = -1, c->crc = 0, c->busy = 1;
    return CKPT_WRITING;
}

/* The next slice; makes the shard safe behind its last byte. */
static int write_slice(ckpt_t *c, int64_t bytes)
{
    char name[NAME_BYTES];
    int64_t all = c->count * (int64_t)sizeof *c->copy, slice;
    shard_name(name, c->extra.step, c->rank);
    if (c->at < 0 && disk_create(name))
        return CKPT_FAILED;
    c->at = c->at < 0 ? 0 : c->at;
    slice = all - c->at < bytes ? all - c->at : bytes;
#ifdef CKPT_AT_ONCE
    slice = all - c->at;
#endif
    const char *from = (const char *)c->copy + c->at;
    if (slice > 0 && disk_append(name, from, slice))
        return CKPT_FAILED;
    c->crc = crc32_more(c->crc, from, slice);
    c->at += slice;
    if (c->at < all)
        return CKPT_WRITING;
    return disk_sync(name) || disk_sync_dir() ? CKPT_FAILED : CKPT_DONE;
}

static int write_manifest(const ckpt_t *c, const struct word *w)
{
    char name[NAME_BYTES];
    struct manifest m;
    memset(&m, 0, sizeof m);
    m.magic = MAGIC, m.world = c->world, m.step = c->extra.step, m.n = c->n, m.extra = c->extra;
    for (int r = 0; r < c->world; r++)
        m.shard[r] = w[r].crc;
    m.crc = crc32_more(0, &m, offsetof(struct manifest, crc));
    manifest_name(name, m.step);
    if (disk_create("manifest.tmp") || disk_append("manifest.tmp", &m, sizeof m) || disk_sync("manifest.tmp") ||
        disk_rename("manifest.tmp", name))
        return CKPT_FAILED;
    return disk_sync_dir() ? CKPT_FAILED : CKPT_DONE;
}

/* Removes this rank's files of a step: the manifest first, so that it never names a shard that is gone. */
static void forget(const ckpt_t *c, int64_t step)
{
    char name[NAME_BYTES];
    if (step < 0)
        return;
    if (c->rank == 0) {
        manifest_name(name, step);
        disk_remove(name);
        disk_sync_dir();
    }
    shard_name(name, step, c->rank);
    disk_remove(name);
}

static int give_up(ckpt_t *c)
{
    if (c->rank == 0)
        disk_remove("manifest.tmp");
    forget(c, c->extra.step);
    c->busy = 0;
    return CKPT_FAILED;
}

/* What all ranks together have come to, or CKPT_FAILED. */
static int together(int state, uint32_t crc, struct word *all, int world)
{
    struct word mine = { state, crc };
    int done = 1;
    if (share(&mine, all, sizeof mine))
        return CKPT_FAILED;
    for (int r = 0; r < world; r++) {
        if (all[r].state == CKPT_FAILED)
            return CKPT_FAILED;
        done &= all[r].state == CKPT_DONE;
    }
    return done ? CKPT_DONE : CKPT_WRITING;
}

int ckpt_work(ckpt_t *c, int64_t bytes)
{
    struct word all[WORLD_MOST], again[WORLD_MOST];
    int64_t whole = c->count * (int64_t)sizeof *c->copy;
    if (!c->busy)
        return CKPT_IDLE;
    int mine = c->at == whole ? CKPT_DONE : write_slice(c, bytes);
    int state = together(mine, c->crc, all, c->world);
    if (state == CKPT_WRITING)
        return state;
    if (state == CKPT_FAILED)
        return give_up(c);
    mine = c->rank == 0 ? write_manifest(c, all) : CKPT_DONE;
    if (together(mine, 0, again, c->world) != CKPT_DONE)
        return give_up(c);
    forget(c, c->older);
    c->older = c->newest, c->newest = c->extra.step;
    c->busy = 0;
    return CKPT_DONE;
}

/* --- loading ------------------------------------------------------------------------------------------- */

/* This rank's numbers out of shard r. 0 if all of the shard is as it was written. */
static int take_shard(struct job *j, const struct manifest *m, int r)
{
    char name[NAME_BYTES];
    int64_t first = m->n * r / m->world, count = m->n * (r + 1) / m->world - first;
    if (first >= j->first + j->count || first + count <= j->first)
        return 0;
    double *room = malloc((size_t)(count + 1) * sizeof *room);
    shard_name(name, m->step, r);
    int64_t got = disk_read(name, 0, room, (count + 1) * (int64_t)sizeof *room);
    int bad = got != count * (int64_t)sizeof *room || crc32_more(0, room, got) != m->shard[r];
    for (int64_t k = 0; !bad && k < count; k++)
        if (first + k >= j->first && first + k < j->first + j->count)
            j->part[first + k - j->first] = room[k];
    free(room);
    return bad;
}

static int take(struct job *j, const char *name)
{
    struct manifest m;
    if (disk_read(name, 0, &m, sizeof m) != sizeof m || m.magic != MAGIC ||
        m.crc != crc32_more(0, &m, offsetof(struct manifest, crc)) || m.n != j->n)
        return -1;
    for (int r = 0; r < m.world; r++)
        if (take_shard(j, &m, r))
            return -1;
    j->extra = m.extra;
    return 0;
}

int64_t ckpt_load(struct job *j)
{
    char name[NAME_BYTES];
    struct word all[WORLD_MOST];
    int n = 0;
    while (disk_list(n, name))
        n++;
    while (n-- > 0) {
        disk_list(n, name);
        if (strncmp(name, "manifest-", 9))
            continue;
        int state = together(take(j, name) ? CKPT_FAILED : CKPT_DONE, 0, all, j->world);
        if (state == CKPT_DONE)
            return j->extra.step;
    }
    return -1;
}

/* --- elastic training ---------------------------------------------------------------------------------- */

struct life {
    comm_t *comm;
    const struct train *t;
    struct job j;
    ckpt_t *writer;
    double *weights, *grad; /* all m; grad[m]: the loss */
    double *mine;           /* the weights of this rank's part */
};

/* Did everything up to here come to all ranks? They all get the same answer. */
static int all_live(comm_t *comm)
{
    return comm_agree(comm, !comm_broken(comm));
}

static void gather(struct life *l)
{
    for (int64_t k = 0; k < l->j.count / 2; k++)
        l->mine[k] = l->j.part[2 * k];
    comm_all_gather(l->comm, l->mine, l->weights, l->j.count / 2, COMM_F64);
}

/* One step; 0, and nothing has changed, if a rank has died. */
static int step(struct life *l, double *loss)
{
    struct job *j = &l->j;
    const struct train *t = l->t;
    int64_t m = t->m, all = t->batch * j->world;
    gather(l);
    memset(l->grad, 0, (size_t)(m + 1) * sizeof *l->grad);
    for (int64_t i = 0; i < t->batch; i++)
        l->grad[m] += sample(j->extra.document + j->rank * t->batch + i, m, l->weights, l->grad);
    comm_all_reduce(l->comm, l->grad, l->grad, m + 1, COMM_F64, COMM_SUM);
    if (!all_live(l->comm))
        return 0;
    for (int64_t k = 0; k < j->count; k += 2)
        update(&j->part[k], &j->part[k + 1], l->grad[(j->first + k) / 2] / (double)all);
    j->extra.step++;
    j->extra.document += all;
    *loss = l->grad[m] / (double)all;
    return 1;
}

/* To the end: 1; 0 if a rank has died. */
static int train(struct life *l)
{
    int state = CKPT_IDLE;
    double loss;
    while (l->j.extra.step < l->t->steps) {
        if (!step(l, &loss))
            return 0;
        if (l->j.extra.step % l->t->every == 0)
            ckpt_begin(l->writer, &l->j);
        state = ckpt_work(l->writer, l->t->budget);
        report(l->comm, l->j.extra.step, loss, state);
    }
    while (state == CKPT_WRITING)
        state = ckpt_work(l->writer, l->t->budget);
    gather(l);
    return all_live(l->comm);
}

/* The job of one world, from the newest checkpoint on. */
static int live(comm_t *comm, const struct train *t, double *weights)
{
    int64_t n = 2 * t->m, rank = comm_rank(comm), world = comm_size(comm);
    struct life l = { .comm = comm, .t = t, .weights = weights };
    l.j = (struct job){ .rank = (int)rank, .world = (int)world, .n = n, .first = n * rank / world };
    l.j.count = n * (rank + 1) / world - l.j.first;
    l.j.part = malloc((size_t)(l.j.count + 1) * sizeof(double));
    l.mine = malloc((size_t)(l.j.count + 1) * sizeof(double));
    l.grad = malloc((size_t)(t->m + 1) * sizeof(double));
    l.writer = ckpt_open((int)rank, (int)world);
    share_over(comm);
    if (ckpt_load(&l.j) < 0)
        untrained(&l.j);
    int done = train(&l); /* its first step notices a death in the load, too */
    ckpt_close(l.writer);
    free(l.grad);
    free(l.mine);
    free(l.j.part);
    return done;
}

void elastic(comm_t *comm, const struct train *t, double *weights)
{
    while (!live(comm, t, weights))
        comm = comm_shrink(comm);
}

/* --- the guard ----------------------------------------------------------------------------------------- */

static double median(int n, const double *v)
{
    double s[16];
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && s[at - 1] > v[i]; at--)
            s[at] = s[at - 1];
        s[at] = v[i];
    }
    return s[(n - 1) / 2];
}

int watch_step(struct watch *w, double norm)
{
    if (!isfinite(norm)) {
        if (++w->bad < w->patience)
            return WATCH_SKIP;
        w->bad = 0;
        return WATCH_ROLLBACK;
    }
    w->bad = 0;
    int n = w->kept < 16 ? w->kept : 16;
    if (n >= 4 && norm > w->factor * median(n, w->value))
        return WATCH_SPIKE;
    w->value[w->kept++ % 16] = norm;
    return WATCH_OK;
}
