/*
 * Inputs and judge of w35b-engine. The judge reads each prompt by itself, one byte after the other, with a cache that
 * forgets nothing, and says the likeliest byte: what an engine says with any of its parts that loses nothing has to be
 * that, byte for byte. Where an engine forgets, each byte that it said is held against the likeliest one, and
 * what its pass saw against what w30's rule keeps (rule.h): most of what a cache forgets changes no byte.
 */
#include <ridge/oracle.h>

#include "../microlm/decode.h"
#include "../microlm/synthlang.c"
#include "../microlm/trained.h"
#include "pass.h"
#include "rule.h"

enum { F_NONE, F_SEAT, F_BYTE, F_LEFT, F_SLOT, F_BLOCK, F_TOKEN, F_PASS, F_LEAK, F_CALL, F_BUSY, F_EARLY,
       F_STUCK, F_WIDE, F_FAULTS }; /* as world.h */
enum { SHAPE = 9, REQ = 4, NOTES = 20, LANGUAGE = 1, PREFIX = 1, EVICT = 4 };
enum { N_PASSES = 3, N_TOKENS, N_PREFILL, N_HELD, N_HELD_MOST, N_WAIT0, N_WAIT1, N_GAP, N_CLOCK, N_MOVED, N_SHOWN,
       N_WIRED, N_LONGEST };

/* --- the models ------------------------------------------------------------------------------------------ */

static void cut_layers(struct microlm *m, int L)
{
    struct microlm_shape s = m->shape;
    s.L = L;
    size_t from = microlm_at(&m->shape, MLM_NORMF, m->shape.L - 1), to = microlm_at(&s, MLM_NORMF, L - 1);
    memmove(m->w + to, m->w + from, (size_t)s.d * sizeof *m->w);
    m->count = microlm_count(&s);
    m->shape = s;
}

/* `small`: the pair for quick cases, microlm's draft and its first layer. which: 0 the model that is served, 1 its
 * draft. NULL: no such file. */
static const struct microlm *pick_model(const struct ridge_case *c, int which)
{
    static struct microlm kept[2][2];
    int small = ridge_int(c, "small") != 0;
    struct microlm *m = &kept[small][which];
    if (!m->w && microlm_trained(small || which ? "draft.bin" : "weights.bin", m))
        return NULL;
    if (small && which && m->shape.L > 1)
        cut_layers(m, 1);
    return m;
}

static int weights_fill(struct ridge_case *c, const char *buffer, int which)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const struct microlm *m = b ? pick_model(c, which) : NULL;
    if (!m || m->count != b->count)
        return -1;
    memcpy(b->data, m->w, m->count * sizeof *m->w);
    return 0;
}

int target_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    (void)seed;
    return weights_fill(c, buffer, 0);
}

int draft_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    (void)seed;
    return weights_fill(c, buffer, 1);
}

int shapes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int ctx = (int)(ridge_int(c, "longest") + ridge_int(c, "wmax"));
    (void)seed;
    for (int k = 0; k < 2; k++) {
        const struct microlm *m = b && b->count == 2 * SHAPE ? pick_model(c, k) : NULL;
        if (!m)
            return -1;
        const struct microlm_shape *s = &m->shape;
        const int32_t n[SHAPE] = { s->d, s->L, s->H, s->Hkv, s->hd, s->ff, s->V, ctx, (int32_t)s->base };
        memcpy((int32_t *)b->data + (ptrdiff_t)k * SHAPE, n, sizeof n);
    }
    return 0;
}

/* --- the requests ---------------------------------------------------------------------------------------- */

static int between(uint64_t *seed, int lo, int hi)
{
    return lo + (int)(ridge_next(seed) % (uint64_t)(hi - lo + 1));
}

/* Rows of n, want, class, when. Each `urgent`-th request is of class 0, `brief` bytes long and wants `says` bytes, 0: as
 * many as others. The time between two is drawn, but for the share `even` of it. */
int reqs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *at = ridge_data(c, buffer);
    int n = (int)ridge_int(c, "n"), longest = (int)ridge_int(c, "longest"), most = (int)ridge_int(c, "wmax");
    int urgent = (int)ridge_int(c, "urgent"), brief = (int)ridge_int(c, "brief");
    int says = (int)ridge_int(c, "says");
    double least = ridge_num(c, "least"), every = ridge_num(c, "every_us"), even = ridge_num(c, "even"), when = 0;
    if (!at || n < 1 || !(least > 0 && least <= 1) || !(even >= 0 && even <= 1))
        return -1;
    for (int k = 0; k < n; k++, at += REQ) {
        int first = urgent > 0 && k % urgent == urgent - 1;
        at[0] = between(&seed, (int)ceil(least * longest), longest);
        at[0] = first && brief ? brief : at[0];
        at[1] = between(&seed, (int)ceil(least * most), most);
        at[1] = first && says ? says : at[1];
        at[2] = !first;
        at[3] = (int32_t)when;
        when += every * (even - (1 - even) * log(1 - ridge_uniform(&seed)));
    }
    return 0;
}

int promise_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *at = ridge_data(c, buffer);
    (void)seed;
    if (!at)
        return -1;
    at[0] = (int32_t)ridge_int(c, "ttft_ms");
    at[1] = (int32_t)ridge_int(c, "tpot_ms");
    at[2] = (int32_t)ridge_int(c, "patience_ms");
    return 0;
}

/* Requests of one of `groups` groups have their first `same` bytes in common. */
int text_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    uint8_t *text = ridge_data(c, buffer);
    size_t n = (size_t)ridge_int(c, "n"), longest = (size_t)ridge_int(c, "longest");
    size_t same = (size_t)ridge_int(c, "same"), groups = (size_t)ridge_int(c, "groups");
    struct synth_lang lang;
    if (!text || same > longest || !groups)
        return -1;
    synth_lang_init(&lang, LANGUAGE);
    for (size_t k = 0; k < n; k++) {
        uint64_t own = seed + 1000 * (k + 1), common = seed + k % groups;
        synth_text(&lang, ridge_next(&own), text + k * longest, NULL, longest);
        if (same)
            synth_text(&lang, ridge_next(&common), text + k * longest, NULL, same);
    }
    return 0;
}

/* --- the judge ------------------------------------------------------------------------------------------- */

static int misused(struct ridge_verdict *v, const double *note)
{
    static const char *const text[F_FAULTS] = {
        [F_SEAT] = "misuse: a byte was said to request %.0f, which is not here: not yet, or served already",
        [F_BYTE] = "misuse: request %.0f was told %.0f, which is no byte",
        [F_LEFT] = "mismatch: serve returned, and request %.0f has had %.0f bytes only",
        [F_SLOT] = "misuse: request %.0f: slot %.0f of its cache, or one that its token sees, lies in no block that "
                   "was taken, or the token does not see its own slot",
        [F_BLOCK] = "misuse: block %.0f was given back, and nobody had it",
        [F_TOKEN] = "misuse: a token of request %.0f at position %.0f: no such request is here, the position lies "
                    "outside, or the prompt has another byte there",
        [F_PASS] = "misuse: a pass of %.0f tokens",
        [F_LEAK] = "mismatch: serve returned, and %.0f blocks of the pool are not back",
        [F_BUSY] = "misuse: machine %.0f was given a pass while another one runs there",
        [F_EARLY] = "misuse: request %.0f sees slot %.0f, which is on its way or in a pass that is not over; -1: a "
                    "message was sent before its layers are computed",
        [F_STUCK] = "misuse: %.0f requests are here, and the clock stood at %.0f µs for 100,000 questions: pass() lets "
                    "it go on, and with two machines clock_on() does",
        [F_WIDE] = "misuse: a pass of %.0f tokens, and `budget`, or `together` on PREFILL, allows %.0f",
        [F_CALL] = "misuse: draft_read() of %.0f bytes, or a call of w33's that this engine has no use for (%.0f)",
    };
    int kind = note[0] >= F_SEAT && note[0] < F_FAULTS ? (int)note[0] : F_NONE;
    double sum = 0;
    for (int k = 0; k + 1 < NOTES; k++)
        sum += note[k];
    if (kind == F_NONE && note[0] == F_NONE && sum == note[NOTES - 1])
        return 0;
    v->pass = 0;
    if (kind == F_NONE)
        snprintf(v->message, sizeof v->message, "mismatch: the harness's notes were overwritten");
    else
        snprintf(v->message, sizeof v->message, text[kind], note[1], note[2]);
    return 1;
}

struct judge {
    struct decoder d;
    float *turn, *slots, *p, *z, *attn; /* attn: [G][ctx] */
    float **slot, **kept; /* kept: those that the rule left */
    double regret; /* of ln p(likeliest) - ln p(said) */
    int exact, ctx, said;
    struct rule rule;
    int odd; /* bytes that plain decoding does not say, or whose pass saw other ones than the rule keeps */
    int odd_id, odd_at, odd_byte, odd_best; /* the first one; odd_best: what should have been said, or is it kept? */
};

static void judge_close(struct judge *j)
{
    decoder_destroy(&j->d);
    free(j->turn), free(j->slots), free(j->p), free(j->z), free(j->slot), free(j->kept);
    free(j->attn), free(j->rule.at), free(j->rule.score);
}

static int judge_open(struct judge *j, const struct ridge_case *c, int ctx)
{
    const struct microlm *m = pick_model(c, 0);
    *j = (struct judge){ .ctx = ctx };
    if (!m || decoder_create(&j->d, &m->shape, m->w))
        return -1;
    size_t n = (size_t)ctx, width = (size_t)view_width(&m->shape);
    j->turn = malloc(n * (size_t)m->shape.hd * sizeof(float));
    j->slots = malloc(n * width * sizeof(float));
    j->p = malloc(n * sizeof(float));
    j->z = malloc((size_t)m->shape.V * sizeof(float));
    j->slot = malloc(n * sizeof *j->slot);
    j->attn = malloc((size_t)(m->shape.L * m->shape.H) * n * sizeof(float));
    j->kept = malloc(n * sizeof *j->kept);
    j->rule.at = malloc(n * sizeof *j->rule.at);
    j->rule.score = malloc(n * sizeof *j->rule.score);
    if (!j->turn || !j->slots || !j->p || !j->z || !j->slot || !j->attn || !j->kept || !j->rule.at ||
        !j->rule.score)
        return -1;
    decoder_turns(j->turn, &m->shape, ctx);
    for (size_t k = 0; k < n; k++)
        j->slot[k] = j->slots + k * width;
    return 0;
}

/* Is it the likeliest one? */
static void check_byte(struct judge *j, int id, int at, int said)
{
    int best = view_best(j->z, j->d.s.V);
    if (said == best || j->odd++)
        return;
    j->odd_id = id;
    j->odd_at = at;
    j->odd_byte = said;
    j->odd_best = best;
}

static void judge_byte(struct judge *j, int id, int at, int said)
{
    j->said++;
    j->regret += (double)j->z[view_best(j->z, j->d.s.V)] - j->z[said];
    if (j->exact)
        check_byte(j, id, at, said);
}

/* doc: n bytes of the prompt, then `want` that were said; where each has to be right, the first wrong one ends it. */
static void judge_request(struct judge *j, int id, const uint8_t *doc, int n, int want)
{
    struct view v = { .d = &j->d, .turn = j->turn, .slot = j->slot, .p = j->p };
    for (int t = 0; t + 1 < n + want; t++) {
        v.n = t + 1;
        v.mine = t;
        view_step(&v, doc[t], t, t + 1 >= n ? j->z : NULL);
        if (t + 1 >= n)
            judge_byte(j, id, t + 1 - n, doc[t + 1]);
        if (j->exact && j->odd)
            return;
    }
}

/* Sums in another order may turn a tie, and the passes behind it with it. STREAM has no sums. */
static int odd_most(const struct judge *j)
{
    enum { ODD_OF = 4 };
    return j->rule.kind == RULE_STREAM ? 0 : j->said / ODD_OF;
}

/* Did the pass of byte t of the text see what is left? saw: [ctx]. */
static void check_seen(struct judge *j, int id, int t, const unsigned char *saw)
{
    const struct rule *r = &j->rule;
    int k = 0, next = 0, kept = 0;
    for (; k <= t; k++) {
        kept = next < r->n && r->at[next] == k;
        next += kept;
        if (saw[k] != kept)
            break;
    }
    if (k > t || j->odd++)
        return;
    j->odd_id = id;
    j->odd_at = t - r->prompt;
    j->odd_byte = k;
    j->odd_best = kept;
}

/* doc as above, by a cache from which the rule takes what it does, after the prompt and after each byte. `saw`
 * [want][ctx] is what the passes of the bytes that were said saw. */
static void judge_rule(struct judge *j, int id, const uint8_t *doc, int n, int want, const unsigned char *saw)
{
    struct rule *r = &j->rule;
    struct view v = { .d = &j->d, .turn = j->turn, .slot = j->kept, .p = j->p, .attn = j->attn,
                      .stride = (size_t)j->ctx };
    r->n = 0;
    r->prompt = n;
    for (int t = 0; t + 1 < n + want; t++) {
        r->score[r->n] = 0;
        r->at[r->n++] = t;
        for (int k = 0; k < r->n; k++)
            j->kept[k] = j->slot[r->at[k]];
        v.n = r->n;
        v.mine = r->n - 1;
        view_step(&v, doc[t], t, NULL);
        rule_hear(r, t, j->attn, j->d.s.L * j->d.s.H, v.stride);
        if (t >= n)
            check_seen(j, id, t, saw + (ptrdiff_t)(t - n) * j->ctx);
        if (t + 1 >= n)
            rule_select(r, t);
    }
}

/* Is nothing behind what was said? */
static int ends(const struct ridge_buffer *log, const int32_t *req, int n)
{
    const int32_t *at = log->data;
    size_t said = 0;
    for (int k = 0; k < n; k++)
        said += (size_t)req[k * REQ + 1];
    for (size_t k = 2 * said; k < log->count; k++)
        if (at[k] != -1)
            return 0;
    return 1;
}

/* The bytes said to request `id`, in order; how many. */
static int gather(const struct ridge_buffer *log, int id, uint8_t *to, int want)
{
    const int32_t *at = log->data;
    int got = 0;
    for (size_t k = 0; k < log->count / 2 && got < want; k++)
        if (at[2 * k] == id)
            to[got++] = (uint8_t)at[2 * k + 1];
    return got;
}

static const char *parts_of(int on, char *buf, size_t n)
{
    static const char *const name[] = { "prefix", "chunk", "evict", "tree", "slo", "pools" };
    size_t used = 0;
    buf[0] = 0;
    for (int k = 0; k < 6; k++)
        if (on >> k & 1)
            used += (size_t)snprintf(buf + used, n - used, "%s%s", used ? ", " : "", name[k]);
    return used ? buf : "nothing";
}

/* What each request was told, against plain decoding and, where what it forgets is known, against the rule. 0 with a
 * message: not all of it is in the log. */
static int judge_all(struct judge *j, const struct ridge_case *c, const struct ridge_buffer *log, int on,
                     struct ridge_verdict *v)
{
    const int32_t *req = ridge_data(c, "reqs");
    const uint8_t *text = ridge_data(c, "text"), *saw = ridge_data(c, "sees");
    int n = (int)ridge_int(c, "n"), longest = (int)ridge_int(c, "longest"), rc = 1;
    int known = !j->exact && (j->rule.kind == RULE_STREAM || !(on & PREFIX)); /* rows from the radix_t are 0 */
    uint8_t *doc = malloc((size_t)j->ctx);
    size_t rows = (size_t)ridge_int(c, "wmax") * (size_t)j->ctx; /* of one request */
    if (!doc)
        return -1;
    for (int k = 0; rc && k < n && !(j->exact && j->odd); k++, req += REQ, text += longest) {
        memcpy(doc, text, (size_t)req[0]);
        rc = gather(log, k, doc + req[0], req[1]) == req[1];
        if (!rc)
            snprintf(v->message, sizeof v->message, "mismatch: request %d: not all that was said is in the log", k);
        if (rc)
            judge_request(j, k, doc, req[0], req[1]);
        if (rc && known)
            judge_rule(j, k, doc, req[0], req[1], saw + (size_t)k * rows);
    }
    free(doc);
    return rc;
}

/* 1: all is as it should be; 0 with a message. */
static int judge_says(const struct judge *j, int on, struct ridge_verdict *v)
{
    char parts[64];
    parts_of(on, parts, sizeof parts);
    if (j->exact ? !j->odd : j->odd <= odd_most(j))
        return 1;
    if (j->exact)
        snprintf(v->message, sizeof v->message, "mismatch: with %s on, request %d, byte %d said: 0x%02x; plain "
                 "decoding says 0x%02x", parts, j->odd_id, j->odd_at, (unsigned)j->odd_byte, (unsigned)j->odd_best);
    else
        snprintf(v->message, sizeof v->message, "mismatch: with %s on, request %d, the pass of byte %d said %s byte %d "
                 "of its text, which the rule %s; so in the passes of %d bytes of %d", parts, j->odd_id, j->odd_at,
                 j->odd_best ? "lacks" : "sees", j->odd_byte, j->odd_best ? "keeps" : "let go", j->odd, j->said);
    return 0;
}

/* Everybody's text of one run. 1: as it should be; 0 with a message; -1. */
static int judge_text(const struct ridge_case *c, const char *buffer, int on, double *ratio, struct ridge_verdict *v)
{
    const struct ridge_buffer *log = ridge_buffer(c, buffer);
    const int32_t *req = ridge_data(c, "reqs");
    struct judge j;
    if (!log || !req || !ridge_data(c, "text") || !ridge_data(c, "sees"))
        return -1;
    int rc = judge_open(&j, c, (int)(ridge_int(c, "longest") + ridge_int(c, "wmax"))) ? -1 : 1;
    j.exact = !(on & EVICT);
    j.rule.kind = (enum rule_kind)ridge_int(c, "kind");
    j.rule.budget = (int)ridge_int(c, "keep");
    if (rc > 0 && !ends(log, req, (int)ridge_int(c, "n"))) {
        rc = 0;
        snprintf(v->message, sizeof v->message, "mismatch: the log has bytes that nobody said");
    }
    if (rc > 0)
        rc = judge_all(&j, c, log, on, v);
    if (rc > 0)
        rc = judge_says(&j, on, v);
    *ratio = j.said ? exp(j.regret / j.said) : 1;
    judge_close(&j);
    return rc;
}

/* Of two runs: the share of `name`, which the case bounds by its field of that name (0: by nothing). */
static int bounded(const struct ridge_case *c, const char *field, const char *what, const double *note, int which,
                   const char *parts, struct ridge_verdict *v)
{
    double with = note[which], without = note[NOTES + which], share = without > 0 ? with / without : 1;
    double most = ridge_num(c, field);
    ridge_count(v, field, share);
    if (!(most > 0) || share <= most)
        return 1;
    snprintf(v->message, sizeof v->message, "mismatch: %s: %.6g with %s on and %.6g with these off: %.3g times as "
             "much, and %.3g is the most", what, with, parts, without, share, most);
    return 0;
}

/* What went over the wire, of the keys and values of all prompts. */
static int bounded_wire(const struct ridge_case *c, const double *note, struct ridge_verdict *v)
{
    const struct microlm_shape *s = &pick_model(c, 0)->shape;
    const int32_t *req = ridge_data(c, "reqs");
    double all = 0, most = ridge_num(c, "moved_share");
    if (!(most > 0))
        return 1;
    for (int k = 0; k < (int)ridge_int(c, "n"); k++)
        all += (double)req[k * REQ] * 2 * s->L * s->Hkv * s->hd * (double)sizeof(float);
    double shown = note[N_WIRED] > 0 ? note[N_SHOWN] / note[N_WIRED] : 0, bound = ridge_num(c, "shown_share");
    ridge_count(v, "moved_share", note[N_MOVED] / all);
    ridge_count(v, "shown_share", shown);
    if (note[N_MOVED] <= most * all && (!(bound > 0) || shown <= bound))
        return 1;
    if (note[N_MOVED] <= most * all)
        snprintf(v->message, sizeof v->message, "mismatch: of the wire's time %.3g came after the passes that computed "
                 "what it carries, and %.3g is the most", shown, bound);
    else
        snprintf(v->message, sizeof v->message, "mismatch: %.0f bytes went over the wire, and all prompts have %.0f: "
                 "%.3g of them, and %.3g is the most", note[N_MOVED], all, note[N_MOVED] / all, most);
    return 0;
}

int serve_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *note = ridge_data(c, "notes");
    int on = (int)ridge_int(c, "on"), off = (int)ridge_int(c, "off"), rc;
    char with[64];
    double ratio = 1, other = 1;
    v->pass = 0;
    if (!note)
        return -1;
    if (misused(v, note) || misused(v, note + NOTES))
        return 0;
    parts_of(on, with, sizeof with);
    rc = judge_text(c, "said", on, &ratio, v);
    if (rc > 0)
        rc = judge_text(c, "plain", off, &other, v);
    if (rc <= 0)
        return rc;
    ridge_count(v, "ppl_ratio", ratio);
    ridge_count(v, "passes", note[N_PASSES]);
    if (!bounded(c, "passes_share", "passes of the model", note, N_PASSES, with, v) ||
        !bounded(c, "prefill_share", "bytes of prompts that were computed", note, N_PREFILL, with, v) ||
        !bounded(c, "held_share", "blocks held in a pass, on average", note, N_HELD, with, v) ||
        !bounded(c, "wait_share", "time to the first byte of the urgent", note, N_WAIT0, with, v) ||
        !bounded(c, "gap_share", "the longest gap between two bytes", note, N_GAP, with, v) ||
        !bounded(c, "longest_share", "the longest time to a first byte", note, N_LONGEST, with, v))
        return 0;
    if (!bounded_wire(c, note, v))
        return 0;
    double most = ridge_num(c, "ppl_most");
    v->pass = !(most > 0) || ratio <= most;
    if (!v->pass)
        snprintf(v->message, sizeof v->message, "mismatch: the mean of p(likeliest)/p(said) is %.4g, and %.3g is the "
                 "most", ratio, most);
    return 0;
}
