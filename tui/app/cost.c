/* The five-axis calculator. See cost.h. */
#define _GNU_SOURCE
#include "cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "labs/c12-five-axis/lab.h"
#include "labs/w03-txmath/lab.h"
#include "runner/base/js.h"

enum { K_MODEL, K_STEP, K_BATCH, K_SEQ, K_DTYPE, K_WEIGHTS, K_HW, K_DP, K_TP, K_PP, K_CP, K_EP, K_MICRO, K_NODE, K_NET,
       K_PARAMS, K_MTBF, K_CKPT, K_RESTART, KEYS };

const struct cost_key cost_keys[] = {
    [K_MODEL] = { "model", "llama3_8b", "whose shape: an entry of models.lua" },
    [K_STEP] = { "step", "decode", "decode (one token for each of the batch), prefill, train" },
    [K_BATCH] = { "batch", "1", "sequences of a step, all devices together" },
    [K_SEQ] = { "seq", "2048", "positions of a sequence; of decoding, those in the cache" },
    [K_DTYPE] = { "dtype", "bf16", "what it computes in: fp32, bf16, fp8, fp4, as far as the card has it" },
    [K_WEIGHTS] = { "weights", "", "bits of a stored weight (usual: those of dtype)" },
    [K_HW] = { "hw", "h100", "a hardware card: a100, h100, h200, b200, mi300x, l40s, rtx4090" },
    [K_DP] = { "dp", "1", "data parallel degree" },
    [K_TP] = { "tp", "1", "tensor parallel degree" },
    [K_PP] = { "pp", "1", "pipeline stages; they divide the layers" },
    [K_CP] = { "cp", "1", "context parallel degree" },
    [K_EP] = { "ep", "1", "expert parallel degree; it divides dp * cp" },
    [K_MICRO] = { "micro", "1", "micro-batches of a step" },
    [K_NODE] = { "node", "", "devices of a node" },
    [K_NET] = { "net", "", "B/s of a device to other nodes, one way (usual: one InfiniBand NDR port)" },
    [K_PARAMS] = { "params", "", "weights, instead of those the shape gives" },
    [K_MTBF] = { "mtbf", "", "seconds between failures of one device (usual: Llama 3's fleet; serving: none)" },
    [K_CKPT] = { "ckpt", "", "seconds to write a checkpoint" },
    [K_RESTART] = { "restart", "", "seconds from a failure until it computes again" },
    { NULL, NULL, NULL },
};

struct request {
    const char *text[KEYS];
    double number[KEYS]; /* NAN: not given */
    const json_t *model, *card;
    int train, decode;
};

/* ---- what was asked ---------------------------------------------------------------------------------------- */

static int is_text(int key)
{
    return key == K_MODEL || key == K_STEP || key == K_DTYPE || key == K_HW;
}

static int is_count(int key)
{
    return (key >= K_DP && key <= K_NODE) || key == K_BATCH || key == K_SEQ;
}

static int key_of(const char *arg)
{
    for (int k = 0; k < KEYS; k++)
        if (!strncmp(arg, cost_keys[k].name, strlen(cost_keys[k].name)) && arg[strlen(cost_keys[k].name)] == '=')
            return k;
    return -1;
}

static enum app_exit set(struct app *a, struct request *q, int k, const char *value)
{
    char *end;
    q->text[k] = value;
    if (is_text(k) || !*value)
        return APP_OK;
    q->number[k] = strtod(value, &end);
    if (end == value || *end || !isfinite(q->number[k]) || q->number[k] <= 0 || q->number[k] > 1e18)
        return app_fail(a, APP_USAGE, "%s=%.40s: a number above 0 is wanted, such as %s=8 or 1.5e9.",
                        cost_keys[k].name, value, cost_keys[k].name);
    if (is_count(k) && (q->number[k] != floor(q->number[k]) || q->number[k] > 1e6))
        return app_fail(a, APP_USAGE, "%s=%.40s: a whole number up to a million is wanted.", cost_keys[k].name, value);
    return APP_OK;
}

static enum app_exit read_args(struct app *a, struct request *q, char **args, int n)
{
    for (int k = 0; k < KEYS; k++) {
        q->number[k] = NAN;
        set(a, q, k, cost_keys[k].usual);
    }
    for (int i = 0; i < n; i++) {
        int k = key_of(args[i]);
        if (k < 0)
            return app_fail(a, APP_USAGE, "\"%.60s\" is no KEY=VALUE of `ridge cost`; `ridge cost` alone lists them.",
                            args[i]);
        if (!strchr(args[i], '=')[1])
            return app_fail(a, APP_USAGE, "%.40s has no value. `ridge cost` alone lists the keys and values.", args[i]);
        if (set(a, q, k, strchr(args[i], '=') + 1) != APP_OK)
            return APP_USAGE;
    }
    if (q->number[K_BATCH] * q->number[K_SEQ] > 1e9)
        return app_fail(a, APP_USAGE, "The product of batch and seq is more than a thousand million tokens.");
    q->train = !strcmp(q->text[K_STEP], "train");
    q->decode = !strcmp(q->text[K_STEP], "decode");
    if (!q->train && !q->decode && strcmp(q->text[K_STEP], "prefill"))
        return app_fail(a, APP_USAGE, "step=%.40s: a step is decode, prefill or train.", q->text[K_STEP]);
    return APP_OK;
}

static double figure(const json_t *card, const char *name)
{
    return js_number(json_object_get(json_object_get(card, "values"), name), "value");
}

static double assumed(struct app *a, const struct request *q, int key, const char *name)
{
    return isnan(q->number[key]) ? figure(json_object_get(curriculum_hw(a->cur), "assumed"), name) : q->number[key];
}

static int is_type(const char *name)
{
    static const char *const types[] = { "fp32", "bf16", "fp8", "fp4" };
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (!strcmp(name, types[k]))
            return 1;
    return 0;
}

static enum app_exit find_things(struct app *a, struct request *q)
{
    q->model = json_object_get(curriculum_models(a->cur), q->text[K_MODEL]);
    q->card = json_object_get(curriculum_hw(a->cur), q->text[K_HW]);
    if (!q->model)
        return app_fail(a, APP_USAGE, "model=%.40s: models.lua has no such model.", q->text[K_MODEL]);
    if (js_number(q->model, "kv_rank") > 0)
        return app_fail(a, APP_USAGE, "model=%.40s: its latent attention is not counted here.", q->text[K_MODEL]);
    if (!(figure(q->card, "bw") > 0) || !(figure(q->card, "mem") > 0))
        return app_fail(a, APP_USAGE, "hw=%.40s: there is no such accelerator card.", q->text[K_HW]);
    if (!is_type(q->text[K_DTYPE]) || !(figure(q->card, q->text[K_DTYPE]) > 0))
        return app_fail(a, APP_USAGE, "dtype=%.40s: the card %s gives no rate for this type.", q->text[K_DTYPE],
                        q->text[K_HW]);
    return APP_OK;
}

/* c12's condition: in a group of g ranks that are s apart, those of one node share it out evenly. */
static int even(int g, int s, int node)
{
    int k = node / s < 1 ? 1 : node / s > g ? g : node / s;
    return (node % s == 0 || s % node == 0) && g % k == 0;
}

static enum app_exit check_grid(struct app *a, const struct grid *g, int node, int layers)
{
    if ((double)g->dp * g->tp * g->pp * g->cp > 1e9)
        return app_fail(a, APP_USAGE, "The groups need more than a thousand million devices.");
    if (layers % g->pp)
        return app_fail(a, APP_USAGE, "pp=%d does not divide the %d layers.", g->pp, layers);
    if (g->dp * (int64_t)g->cp % g->ep)
        return app_fail(a, APP_USAGE, "ep=%d does not divide dp * cp.", g->ep);
    if (!even(g->tp, 1, node) || !even(g->cp, g->tp, node) || !even(g->dp * g->cp, g->tp, node) ||
        !even(g->ep, g->tp, node) || !even(g->dp * g->cp / g->ep, g->tp * g->ep, node))
        return app_fail(a, APP_USAGE, "These groups do not lie evenly on nodes of %d; powers of two do.", node);
    return APP_OK;
}

/* ---- the sums ---------------------------------------------------------------------------------------------- */

static struct tcfg shape_of(const json_t *m)
{
    return (struct tcfg){ .L = (int)js_number(m, "L"), .d = (int)js_number(m, "d"), .H = (int)js_number(m, "H"),
                          .Hkv = (int)js_number(m, "Hkv"), .hd = (int)js_number(m, "hd"), .ff = (int)js_number(m, "ff"),
                          .V = (int)js_number(m, "V"), .tied = (int)js_number(m, "tied"),
                          .gated = (int)js_number(m, "gated"), .E = (int)js_number(m, "E"),
                          .topk = (int)js_number(m, "k") };
}

/* Parameters that stand in experts: what each one more adds, less its column of the router. */
static double in_experts(struct tcfg c)
{
    struct tcfg one = c;
    one.E = one.topk = 1;
    return c.E > 1 ? c.E * ((double)(p_total(c) - p_total(one)) / (c.E - 1.) - (double)c.L * c.d) : 0;
}

/* A given number of parameters multiplies with as many for each token; what attention adds depends on the shape. */
static double forward(const struct request *q, struct tcfg c)
{
    int64_t B = (int64_t)q->number[K_BATCH], S = (int64_t)q->number[K_SEQ];
    double tokens = (double)B * (q->decode ? 1 : (double)S), N = (double)p_matmul(c);
    double attention = f_fwd(c, B, S, !q->decode) - 2 * N * (double)B * (double)S;
    if (!isnan(q->number[K_PARAMS]))
        N = q->number[K_PARAMS];
    return 2 * N * tokens + (q->decode ? attention / (double)S : attention);
}

static double bits_of(const char *dtype)
{
    return strtod(dtype + strcspn(dtype, "0123456789"), NULL);
}

static struct op op_of(struct app *a, const struct request *q, struct tcfg c)
{
    double B = q->number[K_BATCH], S = q->number[K_SEQ], tokens = q->decode ? B : B * S;
    double bits = isnan(q->number[K_WEIGHTS]) ? bits_of(q->text[K_DTYPE]) : q->number[K_WEIGHTS];
    double scale = isnan(q->number[K_PARAMS]) ? 1 : q->number[K_PARAMS] / (double)p_total(c);
    double kv = (double)kv_bytes(c, (int64_t)B, (int64_t)S, 2);
    const json_t *usual = json_object_get(curriculum_hw(a->cur), "assumed");
    struct op o = { .flops = forward(q, c) * (q->train ? 3 : 1), .weights = (double)p_total(c) * scale * bits / 8,
                    .experts = in_experts(c) * scale * bits / 8, .layers = c.L, .train = q->train,
                    .sweeps = q->train ? 3 * (int)q->number[K_MICRO] : (int)q->number[K_MICRO],
                    .micro = (int)q->number[K_MICRO], .topk = c.topk, .hidden = tokens * c.d * 2, .kv = kv / c.L,
                    .state = q->train ? 16 / (bits / 8) : 1 };
    o.acts = figure(usual, q->train ? "acts_bwd" : "acts_fwd") * tokens * c.d * c.L + (q->decode ? kv : 0);
    int64_t at_once = (int64_t)ceil(B / o.micro);
    double stages = q->number[K_PP] < o.micro ? q->number[K_PP] : o.micro;
    o.keep = q->train ? (double)act_bytes(c, (int64_t)S, at_once, 1, 0, 1) * stages : kv;
    return o;
}

static struct hw hw_of(struct app *a, const struct request *q)
{
    const json_t *cards = curriculum_hw(a->cur);
    double host = figure(json_object_get(cards, "pcie5"), "bw_eff");
    double link = (figure(q->card, "nvlink") + figure(q->card, "xgmi")) / 2; /* sheets count both directions */
    struct hw h = { .peak = figure(q->card, q->text[K_DTYPE]), .sparsity = 1, .mem = figure(q->card, "mem"),
                    .node = (int)assumed(a, q, K_NODE, "node") };
    h.bw[T_HBM] = figure(q->card, "bw");
    h.bw[T_HOST] = host;
    h.bw[T_LINK] = link > 0 ? link : host; /* cards without links talk through the slot */
    h.bw[T_NET] = isnan(q->number[K_NET]) ? figure(json_object_get(cards, "ib_ndr"), "bw_dir") : q->number[K_NET];
    return h;
}

static struct risk risk_of(struct app *a, const struct request *q)
{
    int fails = q->train || !isnan(q->number[K_MTBF]);
    return (struct risk){ .mtbf = fails ? assumed(a, q, K_MTBF, "mtbf") : INFINITY,
                          .ckpt = q->train ? assumed(a, q, K_CKPT, "ckpt") : 0,
                          .restart = assumed(a, q, K_RESTART, "restart") };
}

/* ---- the result -------------------------------------------------------------------------------------------- */

static json_t *axes(const struct plan *p, const struct hw *h)
{
    static const char *const names[] = { "FLOP", "HBM", "host", "link", "network" };
    json_t *list = json_array();
    for (int k = 0; k <= TIERS; k++)
        json_array_append_new(list, json_pack("{s:s s:f s:f s:f}", "axis", names[k], "amount",
                                              k ? p->bytes[k - 1] : p->flops, "rate", k ? h->bw[k - 1]
                                              : h->peak / h->sparsity, "time", p->time[k]));
    return list;
}

static json_t *failures(const struct plan *p, const struct risk *r)
{
    return isinf(r->mtbf) ? json_null()
                          : json_pack("{s:o s:o s:o}", "interval", js_real(p->interval), "lost", js_real(p->lost),
                                      "share", js_real(p->lost / p->step));
}

static json_t *result(const struct request *q, struct tcfg c, const struct op *o, const struct grid *g,
                      const struct hw *h, const struct risk *r)
{
    static const char *const binds[] = { "FLOP", "HBM", "host", "link", "network", "failures", "memory" };
    struct plan p = cost5(o, g, h, r);
    double tokens = q->number[K_BATCH] * (q->decode ? 1 : q->number[K_SEQ]);
    return json_pack("{s:s s:s s:s s:f s:f s:f s:f s:o s:o s:f s:f s:f s:f s:f s:o s:s}", "model",
                     js_text(q->model, "name"), "hw", js_text(q->card, "name"), "step_kind", q->text[K_STEP], "devices",
                     p.devices, "params", isnan(q->number[K_PARAMS]) ? (double)p_total(c) : q->number[K_PARAMS],
                     "flops", o->flops, "weights", o->weights, "axes", axes(&p, h), "intensity", js_real(p.intensity),
                     "ridge", crossover(h, T_HBM), "resident", resident(o, g), "mem", h->mem, "step", p.step,
                     "tokens_s", tokens / (p.step + p.lost), "failures", failures(&p, r), "binds",
                     binds[which_axis_binds(&p)]);
}

json_t *cost_plan(struct app *a, char **args, int n)
{
    struct request q = { .train = 0 };
    if (read_args(a, &q, args, n) != APP_OK || find_things(a, &q) != APP_OK)
        return NULL;
    struct tcfg c = shape_of(q.model);
    struct grid g = { .dp = (int)q.number[K_DP], .tp = (int)q.number[K_TP], .pp = (int)q.number[K_PP],
                      .cp = (int)q.number[K_CP], .ep = (int)q.number[K_EP] };
    struct hw h = hw_of(a, &q);
    if (check_grid(a, &g, h.node, c.L) != APP_OK)
        return NULL;
    struct op o = op_of(a, &q, c);
    struct risk r = risk_of(a, &q);
    return result(&q, c, &o, &g, &h, &r);
}
