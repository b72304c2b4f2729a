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

static void add_global(struct sums *s, int store, const json_t *row)
{
    s->v[store ? SUM_g_st_req : SUM_g_ld_req] += at(row, ACCESS_REQUESTS);
    s->v[store ? SUM_g_st_sec : SUM_g_ld_sec] += at(row, ACCESS_UNITS);
    s->v[store ? SUM_g_st_ideal : SUM_g_ld_ideal] += at(row, ACCESS_IDEAL);
    s->v[store ? SUM_g_st_bytes : SUM_g_ld_bytes] += at(row, ACCESS_BYTES);
}

/* Where the figures lie of accesses that are joined to so many bytes; 0: as nvcc would, as far as one can tell. */
static size_t joined_at(const json_t *row, int widest)
{
    int origins = (int)at(row, ACCESS_ORIGINS);
    if (!origins || (!widest && (origins & (origins - 1))))
        return ACCESS_REQUESTS;
    return widest && widest < 8 ? ACCESS_REQUESTS : widest == 8 ? ACCESS_REQUESTS_8 : ACCESS_REQUESTS_16;
}

static void add_shared(struct sums *s, int store, const json_t *row, int widest)
{
    size_t k = joined_at(row, widest);
    int joined = k != ACCESS_REQUESTS;
    double requests = at(row, k), units = at(row, joined ? k + 1 : ACCESS_UNITS),
           ideal = at(row, joined ? k + 2 : ACCESS_IDEAL);
    s->v[store ? SUM_sh_st_req : SUM_sh_ld_req] += requests;
    s->v[store ? SUM_sh_st_wave : SUM_sh_ld_wave] += units;
    s->v[store ? SUM_sh_st_ideal : SUM_sh_ld_ideal] += ideal;
    s->v[SUM_sh_joined] += at(row, ACCESS_REQUESTS) - requests;
}

static void add_dsmem(struct sums *s, int op, const json_t *row)
{
    s->v[op == SIMT_READ ? SUM_dsmem_ld_req : op == SIMT_WRITE ? SUM_dsmem_st_req : SUM_dsmem_at_req] +=
        at(row, ACCESS_REQUESTS);
    s->v[SUM_dsmem_B] += at(row, ACCESS_BYTES);
}

void sums_access(struct sums *s, const json_t *row, int widest)
{
    int op = kind_at(row, ACCESS_OP), space = kind_at(row, ACCESS_SPACE);
    if (space == SPACE_DSMEM)
        add_dsmem(s, op, row);
    if (op == SIMT_ATOMIC || op == SIMT_RED) {
        s->v[SUM_atom] += at(row, ACCESS_REQUESTS);
        s->v[SUM_atom_ser] += at(row, ACCESS_SERIAL);
    } else if (space == SPACE_GLOBAL) {
        add_global(s, op == SIMT_WRITE, row);
    } else if (space == SPACE_SHARED) {
        add_shared(s, op == SIMT_WRITE, row, widest);
    } else if (space == SPACE_CONST && op == SIMT_READ) {
        s->v[SUM_const_req] += at(row, ACCESS_REQUESTS);
        s->v[SUM_const_wave] += at(row, ACCESS_UNITS);
    }
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
             {"async-hazard", SUM_async_hazard}};
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        if (!strcmp(t[k].kind, kind))
            s->v[t[k].to] += count;
}

/* ---- figures ------------------------------------------------------------------------------------------- */

struct out {
    json_t *to;
    int nonzero; /* only what is not 0 */
};

static void count(const struct out *o, const char *name, double v)
{
    if (v != 0 || !o->nonzero)
        json_object_set_new(o->to, name, json_integer(llround(fmin(v, COUNT_MOST))));
}

static void ratio(const struct out *o, const char *name, double a, double b)
{
    if (b > 0)
        json_object_set_new(o->to, name, json_real(a / b));
    else if (!o->nonzero)
        json_object_set_new(o->to, name, json_null());
}

#define V(name) (s->v[SUM_##name])
#define COUNT(name) count(o, #name, V(name))

static void memory_figures(const struct sums *s, const struct out *o)
{
    COUNT(g_ld_req), COUNT(g_ld_sec);
    ratio(o, "g_ld_spr", V(g_ld_sec), V(g_ld_req));
    ratio(o, "g_ld_eff", V(g_ld_bytes), 32 * V(g_ld_sec));
    COUNT(g_st_req), COUNT(g_st_sec);
    ratio(o, "g_st_spr", V(g_st_sec), V(g_st_req));
    ratio(o, "g_st_eff", V(g_st_bytes), 32 * V(g_st_sec));
}

static void shared_figures(const struct sums *s, const struct out *o)
{
    double wave = V(sh_ld_wave) + V(sh_st_wave), ideal = V(sh_ld_ideal) + V(sh_st_ideal);
    COUNT(sh_ld_req), COUNT(sh_ld_wave), COUNT(sh_st_req), COUNT(sh_st_wave);
    count(o, "sh_wave", wave);
    count(o, "sh_ideal", ideal);
    count(o, "sh_conf", wave > ideal ? wave - ideal : 0);
    COUNT(sh_joined);
}

static void const_figures(const struct sums *s, const struct out *o)
{
    COUNT(const_req), COUNT(const_wave);
    ratio(o, "const_wpr", V(const_wave), V(const_req));
}

static void flop_figures(const struct sums *s, const struct out *o, double all)
{
    count(o, "flops", all);
    COUNT(flops_f16), COUNT(flops_f32), COUNT(flops_f64), COUNT(flops_tensor);
}

static double all_flops(const struct sums *s)
{
    return V(flops_f16) + V(flops_f32) + V(flops_f64) + V(flops_tensor);
}

static void dsmem_figures(const struct sums *s, const struct out *o)
{
    COUNT(dsmem_ld_req), COUNT(dsmem_st_req), COUNT(dsmem_at_req), COUNT(dsmem_B);
}

json_t *sums_launch(const struct sums *s, const struct launch_facts *f)
{
    struct out out = {json_object(), 0}, *o = &out;
    double all = all_flops(s);
    memory_figures(s, o);
    count(o, "g_uniq_ld", V(uniq_ld));
    count(o, "g_uniq_st", V(uniq_st));
    shared_figures(s, o);
    const_figures(s, o);
    dsmem_figures(s, o);
    ratio(o, "act_thr", V(inst_lanes), V(inst_rows));
    ratio(o, "br_eff", V(bb_rows) - V(bb_divergent), V(bb_rows));
    ratio(o, "bar", V(bar), f->blocks);
    COUNT(shfl), COUNT(vote), COUNT(atom), COUNT(atom_ser), COUNT(cpa_B), COUNT(tma_B), COUNT(mma),
        COUNT(wgmma);
    ratio(o, "cpa_flight_B", V(cpa_flight), V(bar));
    flop_figures(s, o, all);
    ratio(o, "ai", all, 32 * (V(g_ld_sec) + V(g_st_sec)));
    ratio(o, "occ_th", f->occupancy, f->occupancy < 0 ? 0 : 1);
    ratio(o, "regs", (double)f->regs, f->regs < 0 ? 0 : 1);
    if (f->regs >= 0)
        json_object_set_new(o->to, "regs", json_integer(f->regs));
    count(o, "smem_static", (double)f->smem_static);
    count(o, "smem_B", (double)f->smem);
    COUNT(race), COUNT(oob), COUNT(uninit), COUNT(async_hazard);
    return o->to;
}

void sums_line(const struct sums *s, json_t *line)
{
    struct out out = {line, 1}, *o = &out;
    memory_figures(s, o);
    shared_figures(s, o);
    const_figures(s, o);
    dsmem_figures(s, o);
    ratio(o, "act_thr", V(inst_lanes), V(inst_rows));
    ratio(o, "br_eff", V(bb_rows) - V(bb_divergent), V(bb_rows));
    COUNT(shfl), COUNT(vote), COUNT(atom), COUNT(atom_ser);
    flop_figures(s, o, all_flops(s));
    COUNT(race), COUNT(oob), COUNT(uninit), COUNT(async_hazard);
}
