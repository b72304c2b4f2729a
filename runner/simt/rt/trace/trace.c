/*
 * trace.c: when tracing begins and ends: of a worker, a launch, a block; and the launch's JSON line.
 *
 * Every block is traced, however large the launch: what one block does says nothing of what another does, neither
 * to the counters nor to the checks.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "runner/simt/rt/sched/sched.h"
#include "runner/simt/rt/shadow/shadow.h"

static int tracing;           /* this launch */
static uint64_t traced_blocks; /* atomic: that have begun */

void trace_worker_init(struct worker *w)
{
    if (!trace_hooked || !simt_config.trace)
        return;
    counts_init(w);
    shared_init(w);
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

/* A worker's counts so far; the sectors are the launch's alone. */
static void snapshot(const struct worker *w, uint64_t n[TOTALS])
{
    const uint64_t all[TOTALS] = {
        [TOTAL_barriers] = w->n_barrier,
        [TOTAL_shuffles] = w->n_shuffle,
        [TOTAL_votes] = w->n_vote,
        [TOTAL_async_bytes] = w->n_async_bytes,
        [TOTAL_async_flight] = w->n_async_flight,
        [TOTAL_mma] = w->n[SIMT_N_MMA],
        [TOTAL_wgmma] = w->n[SIMT_N_WGMMA],
        [TOTAL_tensor_flop] = w->n[SIMT_N_TENSOR_FLOP],
        [TOTAL_tma_bytes] = w->n[SIMT_N_TMA_BYTES],
    };

    memcpy(n, all, sizeof all);
}

void trace_block_begin(struct worker *w)
{
    struct counts *c = w->counts;

    global_block_begin(w);
    memset(c->nlog, 0, sizeof c->nlog);
    memset(c->warp_rows, 0, sizeof c->warp_rows);
    snapshot(w, c->start);
    shared_block_begin(w);
    if (c->reuse)
        reuse_block_begin(c->reuse);
    __atomic_add_fetch(&traced_blocks, 1, __ATOMIC_RELAXED);
}

enum { WORK_BLOCKS = 8192 };
static uint32_t work[WORK_BLOCKS]; /* basic blocks that each block's warps have run */

static void note_work(const struct worker *w)
{
    uint64_t nth = block_index(w->block), sum = 0;

    for (int k = 0; k < w->nwarps; k++)
        sum += w->counts->warp_rows[k];
    if (simt_config.time && nth < WORK_BLOCKS)
        work[nth] = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

void trace_block_end(struct worker *w)
{
    struct counts *c = w->counts;
    uint64_t now[TOTALS];

    snapshot(w, now);
    for (int i = 0; i < TOTALS; i++)
        c->totals[i] += now[i] - c->start[i];
    for (int k = 0; k < w->nwarps; k++) {
        joins_end(c->joins, (unsigned)k);
        if (c->warp_rows[k] > c->longest)
            c->longest = c->warp_rows[k];
    }
    note_work(w);
    shared_block_end(w);
    global_block_end(w);
}

/* ---- the launch's line --------------------------------------------------------------------------------- */

struct op_tallies {
    struct op_tally *s; /* by pc, op, size and space: workers added up */
    size_t n;
    uint64_t totals[TOTALS];
};

static int by_key(const void *x, const void *y)
{
    const struct op_tally *a = x, *b = y;

    if ((uint32_t)a->key != (uint32_t)b->key)
        return (uint32_t)a->key < (uint32_t)b->key ? -1 : 1;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (int)a->space - (int)b->space;
}

static void add_up(struct op_tallies *all, struct worker **w, int n)
{
    size_t room = 1, k = 0;

    for (int i = 0; i < n; i++)
        room += w[i]->counts->n;
    all->s = malloc(room * sizeof *all->s);
    if (!all->s)
        return;
    for (int i = 0; i < n; i++) {
        memcpy(all->s + all->n, w[i]->counts->tally, w[i]->counts->n * sizeof *all->s);
        all->n += w[i]->counts->n;
        for (int t = 0; t < TOTALS; t++)
            all->totals[t] += w[i]->counts->totals[t];
        if (w[i]->counts->longest > all->totals[TOTAL_longest])
            all->totals[TOTAL_longest] = w[i]->counts->longest;
    }
    qsort(all->s, all->n, sizeof *all->s, by_key);
    for (size_t i = 0; i < all->n; i++) {
        struct op_tally *to = &all->s[k - (k > 0)], *from = &all->s[i];
        if (!k || by_key(to, from)) {
            all->s[k++] = *from;
            continue;
        }
        to->requests += from->requests;
        to->lanes += from->lanes;
        if (to->op != REC_SYNC)
            to->units += from->units;
        to->ideal += from->ideal;
        to->bytes += from->bytes;
        to->first += from->first;
        to->misses += from->misses;
        to->apart += from->apart;
        to->cache_lines += from->cache_lines;
        to->banks += from->banks;
        to->parts += from->parts;
        to->hot += from->hot;
        to->divergent += from->divergent;
        to->serial += from->serial;
        to->origins |= from->origins;
        for (int width = 0; width < 2; width++) {
            to->join[width].requests += from->join[width].requests;
            to->join[width].units += from->join[width].units;
            to->join[width].ideal += from->join[width].ideal;
        }
        to->worst = from->worst > to->worst ? from->worst : to->worst;
    }
    all->n = k;
}

static void emit_row(FILE *f, const char **sep, const uint64_t *column, int n)
{
    for (int k = 0; k < n; k++)
        fprintf(f, "%s%llu", k ? "," : *sep, (unsigned long long)column[k]);
    fputc(']', f);
    *sep = ",[";
}

static void emit_accesses(FILE *f, const struct op_tallies *all)
{
    const char *sep = "[";

    fputs("\"access\":[", f);
    for (size_t i = 0; i < all->n; i++) {
        const struct op_tally *s = &all->s[i];
        const uint64_t row[ACCESS_COLUMNS] = {
            [ACCESS_PC] = emit_pc((uint32_t)s->key),
            [ACCESS_OP] = s->op,
            [ACCESS_SPACE] = s->space,
            [ACCESS_SIZE] = 1u << s->lg,
            [ACCESS_REQUESTS] = s->requests,
            [ACCESS_LANES] = s->lanes,
            [ACCESS_UNITS] = s->units,
            [ACCESS_IDEAL] = s->ideal,
            [ACCESS_WORST] = s->worst,
            [ACCESS_BYTES] = s->bytes,
            [ACCESS_DIVERGENT] = s->divergent,
            [ACCESS_SERIAL] = s->serial,
            [ACCESS_FIRST] = s->first,
            [ACCESS_MISSES] = s->misses,
            [ACCESS_CACHE_LINES] = s->cache_lines,
            [ACCESS_ORIGINS] = s->origins,
            [ACCESS_REQUESTS_8] = s->requests + (uint64_t)s->join[0].requests,
            [ACCESS_UNITS_8] = s->units + (uint64_t)s->join[0].units,
            [ACCESS_IDEAL_8] = s->ideal + (uint64_t)s->join[0].ideal,
            [ACCESS_REQUESTS_16] = s->requests + (uint64_t)s->join[1].requests,
            [ACCESS_UNITS_16] = s->units + (uint64_t)s->join[1].units,
            [ACCESS_IDEAL_16] = s->ideal + (uint64_t)s->join[1].ideal,
            [ACCESS_APART] = s->apart,
            [ACCESS_PARTS] = s->parts,
            [ACCESS_HOT] = s->hot,
            [ACCESS_BANKS] = s->banks,
        };
        if (s->op <= REC_RED && s->requests)
            emit_row(f, &sep, row, ACCESS_COLUMNS);
    }
    fputs("],", f);
}

static void emit_blocks(FILE *f, const struct op_tallies *all)
{
    const char *sep = "[";

    fputs("\"bb\":[", f);
    for (size_t i = 0; i < all->n; i++) {
        const struct op_tally *s = &all->s[i];
        const uint64_t row[BLOCK_COLUMNS] = {
            [BLOCK_PC] = emit_pc((uint32_t)s->key),
            [BLOCK_ROWS] = s->requests,
            [BLOCK_LANES] = s->lanes,
            [BLOCK_DIVERGENT] = s->divergent,
        };
        if (s->op == REC_BB)
            emit_row(f, &sep, row, BLOCK_COLUMNS);
    }
    fputs("],", f);
}

static void emit_collectives(FILE *f, const struct op_tallies *all)
{
    const char *sep = "[";

    fputs("\"sync\":[", f);
    for (size_t i = 0; i < all->n; i++) {
        const struct op_tally *s = &all->s[i];
        const uint64_t row[SYNC_COLUMNS] = {
            [SYNC_PC] = emit_pc((uint32_t)s->key),
            [SYNC_KIND] = s->units,
            [SYNC_ROWS] = s->requests,
            [SYNC_LANES] = s->lanes,
        };
        if (s->op == REC_SYNC)
            emit_row(f, &sep, row, SYNC_COLUMNS);
    }
    fputs("],", f);
}

/* Said where blocks differ: an SM that gets the long ones is done last. */
static void emit_work(FILE *f, const struct launch *l)
{
    uint64_t differ = 0;

    if (!simt_config.time || l->blocks > WORK_BLOCKS || l->traced != l->blocks)
        return;
    for (uint64_t k = 1; k < l->blocks; k++)
        differ += work[k] != work[0];
    for (uint64_t k = 0; differ && k < l->blocks; k++)
        fprintf(f, "%s%u", k ? "," : "\"work\":[", work[k]);
    if (differ)
        fputs("],", f);
}

static void emit_totals(FILE *f, const uint64_t totals[TOTALS])
{
#define NAME(name) #name,
    static const char *const names[TOTALS] = { SIMT_TOTALS(NAME) };
#undef NAME

    fputs(",\"totals\":{", f);
    for (int t = 0; t < TOTALS; t++)
        fprintf(f, "%s\"%s\":%llu", t ? "," : "", names[t], (unsigned long long)totals[t]);
    fputs("},", f);
}

static void emit_launch(FILE *f, const struct launch *l, const struct op_tallies *all)
{
    const struct simt_launch *in = &l->in;

    fprintf(f, "{\"t\":\"launch\",\"seq\":%llu,\"kernel\":", (unsigned long long)l->seq);
    emit_string(f, in->name ? in->name : "?");
    fprintf(f, ",\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u],\"dyn_smem\":%zu,\"coop\":%s,\"pc\":%u", in->grid.x,
            in->grid.y, in->grid.z, in->block.x, in->block.y, in->block.z, in->smem,
            in->cooperative ? "true" : "false", emit_pc(in->pc));
    if (tracing && global_races_to() < l->blocks)
        fprintf(f, ",\"races_to\":%llu", (unsigned long long)global_races_to());
    fprintf(f, ",\"blocks\":%llu,\"traced\":%llu,\"seconds\":%.6f,\"error\":%d,", (unsigned long long)l->blocks,
            (unsigned long long)l->traced, l->seconds, l->error);
    emit_accesses(f, all);
    emit_blocks(f, all);
    emit_collectives(f, all);
    emit_work(f, l);
    shared_emit(f);
    emit_totals(f, all->totals);
    emit_launch_errors(f);
    fputs("}\n", f);
}

/* ---- launches ------------------------------------------------------------------------------------------ */

void trace_launch_begin(struct launch *l, struct worker **w, int n)
{
    emit_host_errors();
    trace_parallel(n);
    memset(work, 0, sizeof work);
    traced_blocks = 0;
    tracing = trace_hooked && simt_config.trace;
    if (!tracing)
        return;
    for (int i = 0; i < n; i++) {
        trace_worker_init(w[i]);
        counts_reset(w[i]);
    }
    shared_forget();
    global_launch_begin(l);
}

/* What the virtual clock goes by, of all blocks. */
static void work_done(struct launch *l, const struct op_tallies *all)
{
    uint64_t sectors = 0, lanes = 0;

    for (size_t i = 0; i < all->n; i++) {
        const struct op_tally *s = &all->s[i];
        if (s->op == REC_BB)
            lanes += s->lanes;
        else if (s->op <= REC_RED && s->space == SPACE_GLOBAL)
            sectors += s->units;
    }
    l->sectors = sectors;
    l->lane_ops = lanes;
}

void trace_launch_end(struct launch *l, struct worker **w, int n)
{
    struct op_tallies all = { 0 };
    FILE *f;

    l->traced = traced_blocks;
    if (tracing) {
        global_launch_end();
        add_up(&all, w, n);
        work_done(l, &all);
    } else {
        for (int i = 0; i < n; i++) {
            uint64_t now[TOTALS];
            snapshot(w[i], now);
            for (int t = 0; t < TOTALS; t++)
                all.totals[t] += now[t];
        }
    }
    global_sectors(&all.totals[TOTAL_uniq_ld_sectors], &all.totals[TOTAL_uniq_st_sectors],
                   &all.totals[TOTAL_uniq_ld_pairs]);
    if (tracing && simt_config.time)
        reuse_hottest(w, n, &all.totals[TOTAL_hot_lanes], &all.totals[TOTAL_hot_requests]);
    if (!l->error)
        l->error = error_fatal();
    if ((f = emit_open())) {
        emit_launch(f, l, &all);
        emit_close(f);
    } else {
        error_forget();
    }
    free(all.s);
}

void trace_launch_drop(void)
{
    if (tracing)
        global_launch_end();
    error_forget();
}

/* ---- what headers count and find --------------------------------------------------------------------------- */

void simt_counter_add(int counter, uint64_t n)
{
    struct worker *w = simt_worker;
    if (w && w->tracing && counter >= 0 && counter < SIMT_N_COUNTERS)
        w->n[counter] += n;
}

void simt_error(const char *kind, uintptr_t pc, const char *format, ...)
{
    struct worker *w = simt_worker;
    struct error e = { .kind = kind, .pc = pc, .block = ~0ull, .other_block = ~0ull, .thread = ~0u, .other_thread = ~0u,
                       .count = 1 };
    va_list ap;
    if (w && simt_hot.cur) {
        e.block = w->block;
        e.thread = simt_hot.cur->index;
    }
    va_start(ap, format);
    vsnprintf(e.text, sizeof e.text, format, ap);
    va_end(ap);
    error_add(&e);
}
