#include "counters.h"

#include <math.h>
#include <string.h>

#include "runner/simt/include/simt/abi.h"

enum { ACCESS_GLOBAL = 1, ACCESS_SHARED = 2, ACCESS_CONST = 3 }; /* as rt.h numbers spaces */
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

/* [pc, op, space, size, requests, lanes, sectors or wavefronts, ideal, worst, distinct bytes, divergent, atom_ser] */
void sums_access(struct sums *s, const json_t *row, double scale)
{
    int op = kind_at(row, 1), space = kind_at(row, 2);
    double requests = at(row, 4) * scale, moved = at(row, 6) * scale, ideal = at(row, 7) * scale;
    if (op == SIMT_ATOMIC || op == SIMT_RED) {
        s->v[SUM_atom] += requests;
        s->v[SUM_atom_ser] += at(row, 11) * scale;
    } else if (space == ACCESS_GLOBAL) {
        int to = op == SIMT_WRITE ? SUM_g_st_req : SUM_g_ld_req;
        s->v[to] += requests;
        s->v[to + 1] += moved;
        s->v[to + 2] += ideal;
        s->v[to + 3] += at(row, 9) * scale;
    } else if (space == ACCESS_SHARED) {
        int to = op == SIMT_WRITE ? SUM_sh_st_req : SUM_sh_ld_req;
        s->v[to] += requests;
        s->v[to + 1] += moved;
        s->v[to + 2] += ideal;
    } else if (space == ACCESS_CONST && op == SIMT_READ) {
        s->v[SUM_const_req] += requests;
        s->v[SUM_const_wave] += moved;
    }
}

/* [pc, rows, lanes, divergent] */
void sums_block(struct sums *s, const json_t *row, const struct simt_block *b, double scale)
{
    double rows = at(row, 1) * scale, lanes = at(row, 2) * scale;
    s->v[SUM_bb_rows] += rows;
    s->v[SUM_bb_divergent] += at(row, 3) * scale;
    if (!b)
        return;
    s->v[SUM_inst_rows] += rows * b->insts;
    s->v[SUM_inst_lanes] += lanes * b->insts;
    for (int k = 0; k < FLOPS_KINDS; k++)
        s->v[SUM_flops_f16 + k] += lanes * b->flops[k];
}

/* [pc, kind, rows, lanes] */
void sums_sync(struct sums *s, const json_t *row, double scale)
{
    int kind = kind_at(row, 1);
    if (kind <= SIMT_SHFL_XOR)
        s->v[SUM_shfl] += at(row, 2) * scale;
    else if (kind <= SIMT_ANY || kind == SIMT_MATCH_ANY || kind == SIMT_MATCH_ALL)
        s->v[SUM_vote] += at(row, 2) * scale;
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

json_t *sums_launch(const struct sums *s, const struct launch_facts *f)
{
    struct out out = {json_object(), 0}, *o = &out;
    double all = all_flops(s);
    memory_figures(s, o);
    count(o, "g_uniq_ld", V(uniq_ld));
    count(o, "g_uniq_st", V(uniq_st));
    shared_figures(s, o);
    const_figures(s, o);
    ratio(o, "act_thr", V(inst_lanes), V(inst_rows));
    ratio(o, "br_eff", V(bb_rows) - V(bb_divergent), V(bb_rows));
    ratio(o, "bar", V(bar), f->blocks);
    COUNT(shfl), COUNT(vote), COUNT(atom), COUNT(atom_ser), COUNT(cpa_B), COUNT(tma_B), COUNT(mma),
        COUNT(wgmma);
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
    ratio(o, "act_thr", V(inst_lanes), V(inst_rows));
    ratio(o, "br_eff", V(bb_rows) - V(bb_divergent), V(bb_rows));
    COUNT(shfl), COUNT(vote), COUNT(atom), COUNT(atom_ser);
    flop_figures(s, o, all_flops(s));
    COUNT(race), COUNT(oob), COUNT(uninit), COUNT(async_hazard);
}
