/*
 * harness.c: a rank's side of the lab: its disk, its power, the training loop, and what is left after a failure. Each
 * rank is a process; one that has lost its power goes on as a ghost that only says so. Nothing is judged here.
 */
#include <ridge/frame.h>
#include <ridge/ranks.h>
#include <setjmp.h>

#include "lab.h"
#include "toy.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

enum { NONE, CUT, DIE, ROT, FULL };            /* mode: what goes wrong */
enum { IDLE, STEP, SHARE, LOAD, END, GONE, DEAD }; /* what a rank says in an exchange */

/* --- the disk ------------------------------------------------------------------------------------------ */

enum { FILES = 48, INODES = 400, ROOM = 4096, LOG = 200, MANIFEST = 512 };

struct inode {
    char data[ROOM];
    int64_t len, safe; /* safe: as far as it is synced */
    int64_t slice;     /* appended in this call of the learner's */
    int old;           /* of the job before: all ranks began with it */
};

struct dir {
    int n;
    struct {
        char name[NAME_BYTES];
        int inode;
    } file[FILES];
};

struct change {
    enum { MAKE, MOVE, REMOVE } kind;
    char name[NAME_BYTES], to[NAME_BYTES];
    int inode;
};

static struct {
    struct inode inode[INODES];
    int inodes, changes;
    struct dir now, safe;
    struct change log[LOG]; /* since the last disk_sync_dir() */
    int64_t room;           /* bytes that files may have in all */
} disk;

static struct {
    int mode, me, world, all; /* all: processes of the case */
    int64_t ops, kill;        /* disk calls; the one at which this rank fails, 0: never */
    int phase, lost, refused; /* in which function of the learner's; a rank has died; how often share() said so */
    jmp_buf out;
    comm_t *server, *over;    /* in elastic(): with the file server alone; of share() */
} rank_;

/* What a rank asks the file server for, and what it answers, in one message. */
enum { FAR_CREATE, FAR_APPEND, FAR_SYNC, FAR_RENAME, FAR_REMOVE, FAR_SYNC_DIR, FAR_READ, FAR_LIST, FAR_END };
static int64_t far_call(int what, const char *name, const char *to, int64_t at, void *data, int64_t bytes);

static int find(const struct dir *d, const char *name)
{
    for (int k = 0; k < d->n; k++)
        if (!strcmp(d->file[k].name, name))
            return k;
    return -1;
}

static void dir_remove(struct dir *d, const char *name)
{
    int k = find(d, name);
    if (k >= 0)
        d->file[k] = d->file[--d->n];
}

static void dir_put(struct dir *d, const char *name, int inode)
{
    dir_remove(d, name);
    if (d->n == FILES)
        comm_fail("There are more than %d files on one disk: are old checkpoints removed?", FILES);
    snprintf(d->file[d->n].name, NAME_BYTES, "%s", name);
    d->file[d->n++].inode = inode;
}

static void apply(struct dir *d, const struct change *c)
{
    if (c->kind == MAKE)
        dir_put(d, c->name, c->inode);
    else if (c->kind == REMOVE)
        dir_remove(d, c->name);
    else {
        int k = find(d, c->name), inode = k < 0 ? -1 : d->file[k].inode;
        dir_remove(d, c->name);
        if (inode >= 0)
            dir_put(d, c->to, inode);
    }
}

static void change(int kind, const char *name, const char *to, int inode)
{
    if (disk.changes == LOG)
        comm_fail("%d changes of the directory and no disk_sync_dir().", LOG);
    struct change *c = &disk.log[disk.changes++];
    c->kind = kind, c->inode = inode;
    snprintf(c->name, NAME_BYTES, "%s", name);
    snprintf(c->to, NAME_BYTES, "%s", to);
    apply(&disk.now, c);
}

/* Every disk call of the learner's that changes something begins here, and may be this rank's last. */
static void op(const char *name)
{
    if (rank_.phase == STEP)
        comm_fail("ckpt_begin() or ckpt_open() touches the disk.");
    if (strlen(name) >= NAME_BYTES)
        comm_fail("The name %s has more than %d bytes.", name, NAME_BYTES - 1);
    if (++rank_.ops == rank_.kill)
        longjmp(rank_.out, rank_.mode == DIE ? DEAD : GONE);
}

int disk_create(const char *name)
{
    if (rank_.server)
        return (int)far_call(FAR_CREATE, name, "", 0, NULL, 0);
    op(name);
    if (disk.inodes == INODES)
        comm_fail("More than %d files were made in one run.", INODES);
    struct inode *i = &disk.inode[disk.inodes];
    i->len = i->safe = i->slice = 0;
    i->old = 0;
    change(MAKE, name, "", disk.inodes++);
    return 0;
}

static int64_t used(void)
{
    int64_t sum = 0;
    for (int k = 0; k < disk.now.n; k++)
        sum += disk.inode[disk.now.file[k].inode].len;
    return sum;
}

int disk_append(const char *name, const void *data, int64_t bytes)
{
    if (rank_.server)
        return (int)far_call(FAR_APPEND, name, "", 0, (void *)(uintptr_t)data, bytes);
    op(name);
    int k = find(&disk.now, name);
    if (k < 0 || bytes < 0)
        return DISK_ERROR;
    struct inode *i = &disk.inode[disk.now.file[k].inode];
    if (i->len + bytes > ROOM || used() + bytes > disk.room)
        return DISK_ERROR;
    memcpy(i->data + i->len, data, (size_t)bytes);
    i->len += bytes;
    i->slice += bytes;
    i->old = 0;
    return 0;
}

int disk_sync(const char *name)
{
    if (rank_.server)
        return (int)far_call(FAR_SYNC, name, "", 0, NULL, 0);
    op(name);
    int k = find(&disk.now, name);
    if (k < 0)
        return DISK_ERROR;
    struct inode *i = &disk.inode[disk.now.file[k].inode];
    i->safe = i->len;
    return 0;
}

int disk_rename(const char *from, const char *to)
{
    if (rank_.server)
        return (int)far_call(FAR_RENAME, from, to, 0, NULL, 0);
    op(to);
    int k = find(&disk.now, from);
    if (k < 0)
        return DISK_ERROR;
    disk.inode[disk.now.file[k].inode].old = 0;
    change(MOVE, from, to, -1);
    return 0;
}

int disk_remove(const char *name)
{
    if (rank_.server)
        return (int)far_call(FAR_REMOVE, name, "", 0, NULL, 0);
    op(name);
    if (find(&disk.now, name) < 0)
        return DISK_ERROR;
    change(REMOVE, name, "", -1);
    return 0;
}

int disk_sync_dir(void)
{
    if (rank_.server)
        return (int)far_call(FAR_SYNC_DIR, "", "", 0, NULL, 0);
    op("");
    disk.safe = disk.now;
    disk.changes = 0;
    return 0;
}

int64_t disk_read(const char *name, int64_t at, void *data, int64_t bytes)
{
    if (rank_.server)
        return far_call(FAR_READ, name, "", at, data, bytes);
    int k = find(&disk.now, name);
    if (k < 0)
        return DISK_ERROR;
    const struct inode *i = &disk.inode[disk.now.file[k].inode];
    int64_t n = at < 0 || at >= i->len ? 0 : i->len - at < bytes ? i->len - at : bytes;
    memcpy(data, i->data + (n ? at : 0), (size_t)n);
    return n;
}

int disk_list(int k, char name[NAME_BYTES])
{
    if (rank_.server)
        return (int)far_call(FAR_LIST, "", "", k, name, NAME_BYTES);
    for (int i = 0; i < disk.now.n; i++) {
        int before = 0;
        for (int j = 0; j < disk.now.n; j++)
            before += strcmp(disk.now.file[j].name, disk.now.file[i].name) < 0;
        if (before == k) {
            memcpy(name, disk.now.file[i].name, NAME_BYTES);
            return 1;
        }
    }
    return 0;
}

/* The power is gone: what was not synced is there, or half of it, or nothing, or zeros. */
static void power_cut(uint64_t seed)
{
    struct dir left = disk.safe;
    int happened = (int)(toy_mix(seed) % (uint64_t)(disk.changes + 1));
    for (int k = 0; k < happened; k++)
        apply(&left, &disk.log[k]);
    for (int k = 0; k < disk.inodes; k++) {
        struct inode *i = &disk.inode[k];
        int64_t tail = i->len - i->safe;
        switch (toy_mix(seed + (uint64_t)k + 77) % 4) {
        case 0: i->len = i->safe; break;
        case 1: i->len = i->safe + tail / 2; break;
        case 2: memset(i->data + i->safe, 0, (size_t)tail); break;
        default: break;
        }
        i->safe = i->len;
    }
    disk.now = disk.safe = left;
    disk.changes = 0;
}

/* --- the other ranks ----------------------------------------------------------------------------------- */

struct said {
    int32_t kind, bytes;
    char data[SHARE_BYTES];
};

static const char *const DOING[] = { "idle", "a step", "share()", "a load", "the end", "gone", "dead" };

/* All processes of the case. Returns GONE if somebody has lost the power, DEAD if a rank has died, else 0. */
static int exchange(int kind, const void *data, int bytes, struct said *all)
{
    struct said mine = { kind, bytes, { 0 } };
    int first = -1, worst = 0;
    if (bytes)
        memcpy(mine.data, data, (size_t)bytes);
    comm_all_gather(comm_world(), &mine, all, sizeof mine, COMM_U8);
    for (int r = 0; r < rank_.all; r++)
        if (all[r].kind >= GONE && worst != GONE)
            worst = all[r].kind;
    for (int r = 0; r < rank_.world && !worst; r++) {
        if (first < 0)
            first = r;
        if (all[r].kind != all[first].kind || all[r].bytes != all[first].bytes)
            comm_fail("Rank %d is at %s of %d B while rank %d is at %s of %d B.", first, DOING[all[first].kind],
                      all[first].bytes, r, DOING[all[r].kind], all[r].bytes);
    }
    return worst;
}

static int refuse(void)
{
    if (++rank_.refused > 1000)
        comm_fail("share() gave -1 a thousand times: who has died does not come back.");
    return -1;
}

int share(const void *mine, void *to, int bytes)
{
    struct said all[COMM_MAX_RANKS];
    if (rank_.phase == STEP)
        comm_fail("ckpt_begin() or ckpt_open() calls share().");
    if (bytes < 0 || bytes > SHARE_BYTES)
        comm_fail("share() of %d B: at most %d.", bytes, SHARE_BYTES);
    if (rank_.over) {
        comm_all_gather(rank_.over, mine, to, bytes, COMM_U8);
        return comm_agree(rank_.over, !comm_broken(rank_.over)) ? 0 : refuse();
    }
    if (rank_.lost)
        return refuse();
    int worst = exchange(SHARE, mine, bytes, all);
    if (worst == GONE)
        longjmp(rank_.out, END);
    if (worst == DEAD) {
        rank_.lost = 1;
        return -1;
    }
    for (int r = 0; r < rank_.world; r++)
        memcpy((char *)to + (size_t)r * (size_t)bytes, all[r].data, (size_t)bytes);
    return 0;
}

uint32_t crc32_more(uint32_t crc, const void *data, int64_t bytes)
{
    const unsigned char *p = data;
    crc = ~crc;
    for (int64_t k = 0; k < bytes; k++) {
        crc ^= p[k];
        for (int b = 0; b < 8; b++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

/* --- training ------------------------------------------------------------------------------------------ */

struct plan {
    int64_t n, steps, every, budget;
    double step_s, disk_Bps, copy_Bps;
};

struct told {
    int64_t done, begun, failed, stall; /* steps of checkpoints; how many; bytes that training waited for */
    int64_t used;                       /* bytes on the disk when the last checkpoint was begun */
    int state;
};

static void shard_of(struct job *j, int64_t n, int rank, int world)
{
    j->rank = rank, j->world = world, j->n = n;
    j->first = n * rank / world;
    j->count = n * (rank + 1) / world - j->first;
}

static void from_scratch(struct job *j, uint64_t seed)
{
    j->extra = (struct extra){ 0, seed, 0, 1 };
    for (int64_t k = 0; k < j->count; k++)
        j->part[k] = toy_begin(j->first + k);
}

static void one_step(struct job *j)
{
    struct extra *e = &j->extra;
    for (int64_t k = 0; k < j->count; k++)
        j->part[k] = toy_number(j->part[k], j->first + k, e->rng, e->document, e->scale);
    toy_step(&e->step, &e->rng, &e->document, &e->scale);
}

/* A snapshot, asked for a second time at once: that one must be refused. */
static void begin(ckpt_t *c, struct job *j, const struct plan *p, struct told *t)
{
    struct job other = *j;
    rank_.phase = STEP;
    int rc = ckpt_begin(c, j);
    other.extra.step += 1000;
    int second = rc == CKPT_WRITING ? ckpt_begin(c, &other) : CKPT_BUSY;
    rank_.phase = 0;
    if ((rc != CKPT_WRITING && rc != CKPT_BUSY) || second != CKPT_BUSY)
        comm_fail("ckpt_begin() gives %d, and %d while that is being written: %d and %d expected.", rc, second,
                  CKPT_WRITING, CKPT_BUSY);
    if (rc == CKPT_WRITING)
        t->begun = j->extra.step, t->used = used();
    comm_compute((double)(8 * j->count) / p->copy_Bps, "snapshot");
}

static void work(ckpt_t *c, const struct plan *p, struct told *t)
{
    int64_t over = -p->budget;
    for (int k = 0; k < disk.inodes; k++)
        disk.inode[k].slice = 0;
    t->state = ckpt_work(c, p->budget);
    for (int k = 0; k < disk.inodes; k++)
        if (disk.inode[k].len > MANIFEST) /* what is smaller may be a manifest, which is free */
            over += disk.inode[k].slice;
    if (over > 0) {
        t->stall += over;
        comm_idle((double)over / p->disk_Bps, "training waits");
    }
    if (t->state == CKPT_DONE)
        t->done = t->begun;
    t->failed += t->state == CKPT_FAILED;
    if (t->state == CKPT_FAILED && used() > t->used)
        comm_fail("ckpt_work() gives CKPT_FAILED and leaves %lld B of that checkpoint on the disk.",
                  (long long)(used() - t->used));
}

/* What all ranks got from ckpt_work() is the same. Returns 0, or what ends the run. */
static int step_together(const struct told *t)
{
    struct said all[COMM_MAX_RANKS];
    int worst = exchange(STEP, &t->state, sizeof t->state, all);
    for (int r = 1; r < rank_.world && !worst; r++)
        if (memcmp(all[r].data, all[0].data, sizeof t->state))
            comm_fail("ckpt_work() gave %d on rank %d, and %d on rank 0.", *(const int *)(const void *)all[r].data, r,
                      *(const int *)(const void *)all[0].data);
    return worst;
}

/* Returns GONE if the power went off in another rank's call. */
static int loop(ckpt_t *c, struct job *j, const struct plan *p, struct told *t)
{
    int64_t patience = 20 * p->steps + 1000;
    t->state = CKPT_IDLE;
    while (j->extra.step < p->steps || t->state == CKPT_WRITING) {
        if (j->extra.step < p->steps) {
            comm_compute(p->step_s, "step");
            one_step(j);
            if (j->extra.step % p->every == 0)
                begin(c, j, p, t);
        }
        if (rank_.mode == FULL && t->begun == 2 * p->every && rank_.me == rank_.world - 1)
            disk.room = used() + 10;
        work(c, p, t);
        if (rank_.mode == FULL && t->state == CKPT_FAILED)
            disk.room = 1 << 20, rank_.mode = NONE;
        int worst = rank_.lost ? DEAD : step_together(t);
        if (worst || --patience < 0)
            return worst;
    }
    return 0;
}

/* Ghosts and ranks that are not in this job say what they are until the others have ended. */
static void attend(int kind)
{
    struct said all[COMM_MAX_RANKS];
    for (;;) {
        int worst = exchange(kind, NULL, 0, all), ended = 1;
        for (int r = 0; r < rank_.world; r++)
            ended &= all[r].kind >= END;
        if (ended || worst == GONE)
            return;
    }
}

/* One job of rank_.world ranks, from j's state to the end or to its failure. */
static void run(struct job *j, const struct plan *p, struct told *t)
{
    struct said all[COMM_MAX_RANKS];
    ckpt_t *volatile c = NULL;
    rank_.lost = rank_.refused = 0, rank_.ops = 0;
    if (rank_.me >= rank_.world) {
        attend(IDLE);
        return;
    }
    int how = setjmp(rank_.out);
    if (!how) {
        rank_.phase = STEP;
        c = ckpt_open(rank_.me, rank_.world);
        rank_.phase = 0;
        if (!c)
            comm_fail("ckpt_open() gives NULL.");
        if (loop(c, j, p, t) != GONE)
            exchange(END, NULL, 0, all);
    } else if (how == GONE)
        exchange(GONE, NULL, 0, all);
    else if (how == DEAD)
        attend(DEAD);
    ckpt_close(c);
}

/* --- after a failure ----------------------------------------------------------------------------------- */

struct image {
    int n;
    struct {
        char name[NAME_BYTES], data[ROOM];
        int64_t len;
        int old;
    } file[FILES];
};

static int everywhere(const struct image *all, const char *name)
{
    int have = 0;
    for (int r = 0; r < rank_.all; r++)
        for (int k = 0; k < all[r].n; k++)
            have += !strcmp(all[r].file[k].name, name);
    return have == rank_.all;
}

/* All ranks see the files of all: what a job has made; and what was there before it and no rank has removed. */
static void join_disks(void)
{
    static struct image mine, all[WORLD_MOST];
    memset(&mine, 0, sizeof mine);
    for (int k = 0; k < disk.now.n; k++, mine.n++) {
        const struct inode *i = &disk.inode[disk.now.file[k].inode];
        memcpy(mine.file[k].name, disk.now.file[k].name, NAME_BYTES);
        memcpy(mine.file[k].data, i->data, (size_t)i->len);
        mine.file[k].len = i->len;
        mine.file[k].old = i->old;
    }
    comm_all_gather(comm_world(), &mine, all, sizeof mine, COMM_U8);
    disk.now.n = disk.inodes = disk.changes = 0;
    for (int old = 0; old < 2; old++)
        for (int r = 0; r < rank_.all; r++)
            for (int k = 0; k < all[r].n; k++) {
                const char *name = all[r].file[k].name;
                if (all[r].file[k].old != old || find(&disk.now, name) >= 0 || (old && !everywhere(all, name)))
                    continue;
                struct inode *i = &disk.inode[disk.inodes];
                memcpy(i->data, all[r].file[k].data, (size_t)all[r].file[k].len);
                i->len = i->safe = all[r].file[k].len;
                i->old = 1;
                dir_put(&disk.now, name, disk.inodes++);
            }
    disk.safe = disk.now;
}

/* Flips a bit of the youngest file of rank `at` that has more than 4 bytes. */
static void rot(int at, uint64_t seed)
{
    int best = -1;
    for (int k = 0; k < disk.now.n; k++)
        if (disk.inode[disk.now.file[k].inode].len > 4 && (best < 0 || disk.now.file[k].inode > best))
            best = disk.now.file[k].inode;
    if (rank_.me == at && best >= 0)
        disk.inode[best].data[toy_mix(seed) % (uint64_t)disk.inode[best].len] ^= 16;
}

static int64_t reduce(int64_t mine, comm_op how)
{
    int64_t out;
    comm_all_reduce(comm_world(), &mine, &out, 1, COMM_I64, how);
    return out;
}

static int64_t sign(const struct job *j)
{
    uint64_t sum = 0;
    const struct extra *e = &j->extra;
    if (rank_.me < rank_.world)
        for (int64_t k = 0; k < j->count; k++)
            sum += toy_sign(j->part[k], j->first + k) & 0xffffffffu;
    if (rank_.me < rank_.world)
        sum += toy_sign_extra(e->step, e->rng, e->document, e->scale) & 0xffffffffu;
    return reduce((int64_t)sum, COMM_SUM);
}

static void load(struct job *j, uint64_t seed, int64_t *ret_step)
{
    struct said all[COMM_MAX_RANKS];
    int64_t step = -1;
    rank_.lost = 0, rank_.kill = 0;
    if (rank_.me >= rank_.world)
        attend(IDLE);
    else {
        from_scratch(j, seed);
        step = ckpt_load(j);
        exchange(END, NULL, 0, all);
        if (step < 0)
            from_scratch(j, seed);
    }
    *ret_step = reduce(step, COMM_MAX);
    if (rank_.me < rank_.world && step != *ret_step)
        comm_fail("ckpt_load() gave step %lld here, and %lld on another rank.", (long long)step, (long long)*ret_step);
}

/* One failure: train, fail, see what is left, go on in another world to the end, and load once more in the first one.
 * out: see oracle.c. */
static void failure(const struct plan *p, int world, int world2, int mode, int64_t k, uint64_t seed, double *part,
                    int64_t *out)
{
    struct job j = { .part = part };
    struct told t = { -1, -1, 0, 0, 0 }, after = { -1, -1, 0, 0, 0 };
    disk.now.n = disk.safe.n = disk.inodes = disk.changes = 0;
    rank_.mode = mode, rank_.world = world;
    rank_.kill = (mode == CUT || mode == DIE) && rank_.me == k % world ? 1 + k / world : 0;
    shard_of(&j, p->n, rank_.me < world ? rank_.me : 0, world);
    disk.room = 3 * (8 * j.count + 512);
    from_scratch(&j, seed);
    run(&j, p, &t);
    if (mode == CUT || mode == NONE)
        power_cut(seed + (uint64_t)(k * 64 + rank_.me));
    if (mode == ROT)
        rot((int)(k % world), seed + (uint64_t)k);
    join_disks();
    rank_.mode = NONE, rank_.world = world2;
    disk.room = 1 << 20;
    shard_of(&j, p->n, rank_.me < world2 ? rank_.me : 0, world2);
    load(&j, seed, &out[1]);
    out[2] = sign(&j);
    run(&j, p, &after);
    out[0] = reduce(t.done, COMM_MAX), out[3] = sign(&j);
    out[4] = reduce(rank_.me < world2 ? j.extra.step : -1, COMM_MAX);
    out[5] = reduce(t.failed, COMM_MAX), out[6] = reduce(t.stall + after.stall, COMM_MAX);
    out[7] = reduce(t.begun, COMM_MAX);
    out[8] = reduce(after.failed, COMM_MAX);
    out[9] = reduce(after.done, COMM_MAX);
    power_cut(seed + (uint64_t)(k * 64 + rank_.me) + 999);
    join_disks();
    rank_.world = world;
    shard_of(&j, p->n, rank_.me < world ? rank_.me : 0, world);
    load(&j, seed, &out[10]);
    out[11] = sign(&j);
}

/* args: world world2 n steps every budget mode seed first step_s disk_Bps copy_Bps | out [kills][12] */
HARNESS(job)
{
    struct plan p = { f->i[2], f->i[3], f->i[4], f->i[5], f->d[9], f->d[10], f->d[11] };
    double *part = calloc((size_t)p.n + 1, sizeof *part);
    rank_.all = comm_size(comm_world()), rank_.me = comm_rank(comm_world());
    for (size_t k = 0; part && k < f->count[0] / 12; k++)
        failure(&p, (int)f->i[0], (int)f->i[1], (int)f->i[6], f->i[8] + (int64_t)k, (uint64_t)f->i[7], part,
                (int64_t *)f->buf[0] + 12 * k);
    free(part);
}

/* --- elastic training, and the file server ------------------------------------------------------------- */

struct far {
    int32_t what, pad;
    int64_t at, bytes, rc;
    char name[NAME_BYTES], to[NAME_BYTES], data[ROOM];
};

static void far_answer(struct far *f)
{
    switch (f->what) {
    case FAR_CREATE:   f->rc = disk_create(f->name); break;
    case FAR_APPEND:   f->rc = disk_append(f->name, f->data, f->bytes); break;
    case FAR_SYNC:     f->rc = disk_sync(f->name); break;
    case FAR_RENAME:   f->rc = disk_rename(f->name, f->to); break;
    case FAR_REMOVE:   f->rc = disk_remove(f->name); break;
    case FAR_SYNC_DIR: f->rc = disk_sync_dir(); break;
    case FAR_READ:     f->rc = disk_read(f->name, f->at, f->data, f->bytes); break;
    case FAR_LIST:     f->rc = disk_list((int)f->at, f->data); break;
    default:           break;
    }
}

static int64_t far_call(int what, const char *name, const char *to, int64_t at, void *data, int64_t bytes)
{
    static struct far f;
    if (strlen(name) >= NAME_BYTES || strlen(to) >= NAME_BYTES)
        comm_fail("The name %s%s has more than %d bytes.", name, to, NAME_BYTES - 1);
    if (bytes < 0 || (what == FAR_APPEND && bytes > ROOM))
        return DISK_ERROR;
    memset(&f, 0, sizeof f);
    f.what = what, f.at = at, f.bytes = bytes < ROOM ? bytes : ROOM;
    snprintf(f.name, NAME_BYTES, "%s", name);
    snprintf(f.to, NAME_BYTES, "%s", to);
    if (what == FAR_APPEND)
        memcpy(f.data, data, (size_t)bytes);
    comm_send(rank_.server, &f, sizeof f, 1, 0);
    comm_recv(rank_.server, &f, sizeof f, 1, 0, NULL);
    if (what == FAR_READ && f.rc > 0)
        memcpy(data, f.data, (size_t)f.rc);
    if (what == FAR_LIST && f.rc == 1)
        memcpy(data, f.data, NAME_BYTES);
    return f.rc;
}

/* Until each rank has said that it has no more to ask, or has died. */
static void serve(comm_t *const *to, int n)
{
    static struct far f[WORLD_MOST];
    comm_req open[WORLD_MOST];
    int of[WORLD_MOST];
    for (int r = 0; r < n; r++)
        open[r] = comm_irecv(to[r], &f[r], sizeof f[r], 0, 0), of[r] = r;
    while (n) {
        comm_status st;
        int k = comm_waitany(n, open, &st), r = of[k], dead = st.bytes < 0;
        if (!dead) {
            far_answer(&f[r]);
            comm_send(to[r], &f[r], sizeof f[r], 0, 0);
        }
        if (dead || f[r].what == FAR_END)
            open[k] = open[--n], of[k] = of[n];
        else
            open[k] = comm_irecv(to[r], &f[r], sizeof f[r], 0, 0);
    }
}

static struct {
    int64_t *at, most, m; /* at[0]: reports; four cells for each of them */
    uint64_t seed;
} told_;

static void tell(int64_t world, int64_t step, double loss, int64_t state)
{
    int64_t *to = told_.at + 4 + 4 * told_.at[0];
    if (told_.at[0]++ == told_.most)
        comm_fail("report() was called more than %lld times.", (long long)told_.most);
    to[0] = world, to[1] = step, to[3] = state;
    memcpy(&to[2], &loss, sizeof loss);
}

void report(comm_t *comm, int64_t step, double loss, int state)
{
    tell(comm_size(comm), step, loss, state);
}

void share_over(comm_t *comm)
{
    rank_.over = comm;
}

void untrained(struct job *j)
{
    j->extra = (struct extra){ 0, told_.seed, 0, 1 };
    for (int64_t k = 0; k < j->count; k++)
        j->part[k] = (j->first + k) % 2 ? 0 : toy_begin(j->first + k);
}

double sample(int64_t number, int64_t m, const double *weights, double *grad)
{
    if (m != told_.m)
        comm_fail("sample() is asked for %lld weights; there are %lld.", (long long)m, (long long)told_.m);
    return toy_sample(number, told_.seed, m, weights, grad);
}

void update(double *weight, double *momentum, double gradient)
{
    toy_update(weight, momentum, gradient);
}

/* args: m steps every budget batch seed before most | reports, weights, both this rank's. The last rank is the file
 * server. With `before` a job trains so far, ends, and another one begins on what it has left. */
HARNESS(elastic)
{
    struct train t = { f->i[0], f->i[6] ? f->i[6] : f->i[1], f->i[2], f->i[3], f->i[4] };
    comm_t *all = comm_world(), *pair[WORLD_MOST];
    int last = comm_size(all) - 1, me = comm_rank(all);
    double *weights = f->buf[1];
    memset(f->buf[0], 0, f->count[0] * sizeof(int64_t));
    memset(weights, 0, f->count[1] * sizeof *weights);
    told_.at = f->buf[0], told_.most = f->i[7], told_.m = f->i[0], told_.seed = (uint64_t)f->i[5];
    memset(&disk, 0, sizeof disk);
    memset(&rank_, 0, sizeof rank_);
    disk.room = 1 << 20;
    for (int r = 0; r < last; r++)
        pair[r] = comm_split(all, me == r || me == last ? 0 : -1, me);
    comm_t *ranks = comm_split(all, me == last ? -1 : 0, me);
    if (me == last) {
        serve(pair, last);
        return;
    }
    rank_.server = pair[me];
    elastic(ranks, &t, weights);
    if (f->i[6]) {
        ranks = comm_shrink(ranks);
        t.steps = f->i[1];
        tell(comm_size(ranks), -1, 0, 0);
        elastic(ranks, &t, weights);
    }
    far_call(FAR_END, "", "", 0, NULL, 0);
}

/* args: patience factor | norms | verdicts */
HARNESS(watch)
{
    struct watch w = { .patience = (int)f->i[0], .factor = f->d[1] };
    for (size_t k = 0; k < f->count[1]; k++)
        ((int32_t *)f->buf[1])[k] = watch_step(&w, ((const double *)f->buf[0])[k]);
}
