#include "counters.h"

#include <math.h>
#include <string.h>

#include "runner/simt/include/simt/abi.h"
#include "runner/simt/include/simt/rows.h"

enum { KIND_NONE = 255 };
#define COUNT_MOST 1e18 /* more than anything counts, and an integer holds it */

static double at(const json_t *row, size_t k)
{
    double v = (double)json_integer_value(json_array_get(row, k));
    return v > 0 ? v : 0;
}

/* A small number that stands for a kind; what is none of them is KIND_NONE. */
static int kind_at(const json_t *row, size_t k)
{
    json_int_t v = json_integer_value(json_array_get(row, k));
    return v >= 0 && v < KIND_NONE ? (int)v : KIND_NONE;
}

size_t sums_joined(const json_t *row, int widest)
{
    int origins = (int)at(row, ACCESS_ORIGINS);
    if (!origins || (!widest && (origins & (origins - 1))))
        return ACCESS_REQUESTS;
    return widest && widest < 8 ? ACCESS_REQUESTS : widest == 8 ? ACCESS_REQUESTS_8 : ACCESS_REQUESTS_16;
}

/* The column that stands for `column` where accesses are joined, whose requests lie at `joined`. */
static size_t of_joined(size_t joined, size_t column)
{
    return column == ACCESS_REQUESTS ? joined : column == ACCESS_UNITS ? joined + 1 : joined + 2;
}

enum { SPACE_ANY = SPACES };

/* Which column of an access of this kind in this space is added to which sum. */
static const struct {
    unsigned char op, space, column;
    enum sum to;
} adds[] = {
    {SIMT_READ, SPACE_GLOBAL, ACCESS_REQUESTS, SUM_g_ld_req},
    {SIMT_READ, SPACE_GLOBAL, ACCESS_UNITS, SUM_g_ld_sec},
    {SIMT_READ, SPACE_GLOBAL, ACCESS_BYTES, SUM_g_ld_bytes},
    {SIMT_WRITE, SPACE_GLOBAL, ACCESS_REQUESTS, SUM_g_st_req},
    {SIMT_WRITE, SPACE_GLOBAL, ACCESS_UNITS, SUM_g_st_sec},
    {SIMT_WRITE, SPACE_GLOBAL, ACCESS_BYTES, SUM_g_st_bytes},
    {SIMT_READ, SPACE_SHARED, ACCESS_REQUESTS, SUM_sh_ld_req},
    {SIMT_READ, SPACE_SHARED, ACCESS_UNITS, SUM_sh_ld_wave},
    {SIMT_READ, SPACE_SHARED, ACCESS_IDEAL, SUM_sh_ideal},
    {SIMT_WRITE, SPACE_SHARED, ACCESS_REQUESTS, SUM_sh_st_req},
    {SIMT_WRITE, SPACE_SHARED, ACCESS_UNITS, SUM_sh_st_wave},
    {SIMT_WRITE, SPACE_SHARED, ACCESS_IDEAL, SUM_sh_ideal},
    {SIMT_READ, SPACE_CONST, ACCESS_REQUESTS, SUM_const_req},
    {SIMT_READ, SPACE_CONST, ACCESS_UNITS, SUM_const_wave},
    {SIMT_READ, SPACE_DSMEM, ACCESS_REQUESTS, SUM_dsmem_ld_req},
    {SIMT_WRITE, SPACE_DSMEM, ACCESS_REQUESTS, SUM_dsmem_st_req},
    {SIMT_ATOMIC, SPACE_DSMEM, ACCESS_REQUESTS, SUM_dsmem_at_req},
    {SIMT_READ, SPACE_DSMEM, ACCESS_BYTES, SUM_dsmem_B},
    {SIMT_WRITE, SPACE_DSMEM, ACCESS_BYTES, SUM_dsmem_B},
    {SIMT_ATOMIC, SPACE_DSMEM, ACCESS_BYTES, SUM_dsmem_B},
    {SIMT_ATOMIC, SPACE_ANY, ACCESS_REQUESTS, SUM_atom},
    {SIMT_ATOMIC, SPACE_ANY, ACCESS_SERIAL, SUM_atom_ser},
};

void sums_access(struct sums *s, const json_t *row, int widest)
{
    int op = kind_at(row, ACCESS_OP), space = kind_at(row, ACCESS_SPACE);
    op = op == SIMT_RED ? SIMT_ATOMIC : op;
    size_t joined = space == SPACE_SHARED && op != SIMT_ATOMIC ? sums_joined(row, widest) : ACCESS_REQUESTS;
    for (size_t k = 0; k < sizeof adds / sizeof *adds; k++)
        if (op == adds[k].op && (space == adds[k].space || adds[k].space == SPACE_ANY))
            s->v[adds[k].to] +=
                at(row, joined == ACCESS_REQUESTS ? adds[k].column : of_joined(joined, adds[k].column));
    s->v[SUM_sh_joined] += at(row, ACCESS_REQUESTS) - at(row, joined);
}

void sums_block(struct sums *s, const json_t *row, const struct simt_block *b)
{
    double rows = at(row, BLOCK_ROWS), lanes = at(row, BLOCK_LANES);
    s->v[SUM_bb_rows] += rows;
    s->v[SUM_bb_divergent] += at(row, BLOCK_DIVERGENT);
    if (!b)
        return;
    s->v[SUM_inst_rows] += rows * b->insts;
    s->v[SUM_inst_lanes] += lanes * b->insts;
    s->v[SUM_flops_f16] += lanes * b->flops[FLOPS_F16];
    s->v[SUM_flops_f32] += lanes * b->flops[FLOPS_F32];
    s->v[SUM_flops_f64] += lanes * b->flops[FLOPS_F64];
}

void sums_sync(struct sums *s, const json_t *row)
{
    int kind = kind_at(row, SYNC_KIND);
    if (kind <= SIMT_SHFL_XOR)
        s->v[SUM_shfl] += at(row, SYNC_ROWS);
    else if (kind <= SIMT_ANY || kind == SIMT_MATCH_ANY || kind == SIMT_MATCH_ALL)
        s->v[SUM_vote] += at(row, SYNC_ROWS);
}

void sums_error(struct sums *s, const char *kind, double count)
{
    static const struct {
        const char *kind;
        enum sum to;
    } t[] = {{"race", SUM_race},
             {"out-of-bounds", SUM_oob},
             {"use-after-free", SUM_oob},
             {"null", SUM_oob},
             {"illegal-address", SUM_oob},
             {"uninitialised", SUM_uninit},
             {"mbarrier-init", SUM_uninit},
             {"async-hazard", SUM_async_hazard}};
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        if (!strcmp(t[k].kind, kind))
            s->v[t[k].to] += count;
}

/* ---- figures ------------------------------------------------------------------------------------------- */

/* A figure of ridge.simt/1, in the order in which reports have them: a sum as it is, or a sum by another one. */
#define ALONE SUM_COUNT
static const struct figure {
    const char *name;
    enum sum top, by; /* ALONE: the sum as it is */
    double unit;      /* what one of `by` stands for; 0: 1 */
    int line;         /* a line has the figure, too */
    int whole;        /* the quotient is an integer */
} figures[] = {
#define AS_IT_IS(name) #name, SUM_##name, ALONE
    {AS_IT_IS(g_ld_req), .line = 1},
    {AS_IT_IS(g_ld_sec), .line = 1},
    {"g_ld_spr", SUM_g_ld_sec, SUM_g_ld_req, .line = 1},
    {"g_ld_eff", SUM_g_ld_bytes, SUM_g_ld_sec, .unit = 32, .line = 1},
    {AS_IT_IS(g_st_req), .line = 1},
    {AS_IT_IS(g_st_sec), .line = 1},
    {"g_st_spr", SUM_g_st_sec, SUM_g_st_req, .line = 1},
    {"g_st_eff", SUM_g_st_bytes, SUM_g_st_sec, .unit = 32, .line = 1},
    {AS_IT_IS(g_uniq_ld)},
    {AS_IT_IS(g_uniq_st)},
    {AS_IT_IS(sh_ld_req), .line = 1},
    {AS_IT_IS(sh_ld_wave), .line = 1},
    {AS_IT_IS(sh_st_req), .line = 1},
    {AS_IT_IS(sh_st_wave), .line = 1},
    {AS_IT_IS(sh_wave), .line = 1},
    {AS_IT_IS(sh_ideal), .line = 1},
    {AS_IT_IS(sh_conf), .line = 1},
    {AS_IT_IS(sh_joined), .line = 1},
    {AS_IT_IS(const_req), .line = 1},
    {AS_IT_IS(const_wave), .line = 1},
    {"const_wpr", SUM_const_wave, SUM_const_req, .line = 1},
    {AS_IT_IS(dsmem_ld_req), .line = 1},
    {AS_IT_IS(dsmem_st_req), .line = 1},
    {AS_IT_IS(dsmem_at_req), .line = 1},
    {AS_IT_IS(dsmem_B), .line = 1},
    {"act_thr", SUM_inst_lanes, SUM_inst_rows, .line = 1},
    {"br_eff", SUM_bb_even, SUM_bb_rows, .line = 1},
    {"bar", SUM_bar, SUM_blocks},
    {AS_IT_IS(shfl), .line = 1},
    {AS_IT_IS(vote), .line = 1},
    {AS_IT_IS(atom), .line = 1},
    {AS_IT_IS(atom_ser), .line = 1},
    {AS_IT_IS(cpa_B)},
    {AS_IT_IS(tma_B)},
    {AS_IT_IS(mma)},
    {AS_IT_IS(wgmma)},
    {"cpa_flight_B", SUM_cpa_flight, SUM_bar},
    {AS_IT_IS(flops), .line = 1},
    {AS_IT_IS(flops_f16), .line = 1},
    {AS_IT_IS(flops_f32), .line = 1},
    {AS_IT_IS(flops_f64), .line = 1},
    {AS_IT_IS(flops_tensor), .line = 1},
    {"ai", SUM_flops, SUM_g_sec, .unit = 32},
    {"occ_th", SUM_occupancy, SUM_has_occupancy},
    {"regs", SUM_regs, SUM_has_regs, .whole = 1},
    {AS_IT_IS(smem_static)},
    {AS_IT_IS(smem_B)},
    {AS_IT_IS(race), .line = 1},
    {AS_IT_IS(oob), .line = 1},
    {AS_IT_IS(uninit), .line = 1},
    {AS_IT_IS(async_hazard), .line = 1},
#undef AS_IT_IS
};

#define V(name) (s->v[SUM_##name])

/* The sums that others make. */
static void derive(struct sums *s)
{
    V(g_sec) = V(g_ld_sec) + V(g_st_sec);
    V(sh_wave) = V(sh_ld_wave) + V(sh_st_wave);
    V(sh_conf) = fmax(V(sh_wave) - V(sh_ideal), 0);
    V(bb_even) = V(bb_rows) - V(bb_divergent);
    V(flops) = V(flops_f16) + V(flops_f32) + V(flops_f64) + V(flops_tensor);
}

static void add_facts(struct sums *s, const struct launch_facts *f)
{
    V(blocks) = f->blocks;
    V(smem_static) = (double)f->smem_static;
    V(smem_B) = (double)f->smem;
    V(has_regs) = f->regs >= 0;
    V(regs) = (double)f->regs;
    V(has_occupancy) = f->occupancy >= 0;
    V(occupancy) = f->occupancy;
}

static json_t *whole(double v)
{
    return json_integer(llround(fmin(v, COUNT_MOST)));
}

/* NULL: the figure has no value, since what it is divided by is 0. */
static json_t *value_of(const struct sums *s, const struct figure *f)
{
    double by = f->by == ALONE ? 1 : s->v[f->by] * (f->unit > 0 ? f->unit : 1);
    if (!(by > 0))
        return NULL;
    return f->by == ALONE || f->whole ? whole(s->v[f->top] / by) : json_real(s->v[f->top] / by);
}

json_t *sums_launch(const struct sums *sums, const struct launch_facts *facts)
{
    struct sums s = *sums;
    json_t *to = json_object();
    add_facts(&s, facts);
    derive(&s);
    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++) {
        json_t *v = value_of(&s, &figures[k]);
        json_object_set_new(to, figures[k].name, v ? v : json_null());
    }
    return to;
}

void sums_line(const struct sums *sums, json_t *line)
{
    struct sums s = *sums;
    derive(&s);
    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++) {
        const struct figure *f = &figures[k];
        json_t *v = f->line && (f->by != ALONE || s.v[f->top] != 0) ? value_of(&s, f) : NULL;
        if (v)
            json_object_set_new(line, f->name, v);
    }
}
