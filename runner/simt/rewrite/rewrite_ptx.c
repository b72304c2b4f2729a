/*
 * rewrite_ptx.c: which PTX instructions the emulator has, and what their functions in include/simt/ptx.h are
 * called: simt_ptx_ and the mnemonic with _ for . and ::, after what changes no value is gone:
 *
 *   ld st             .weak .ca .cg .cs .lu .cv .nc ...; of one value with .volatile .relaxed .acquire .release .mmio
 *                     a template: strong_name()
 *   atom red          .relaxed .acquire .release .acq_rel, scopes (they become an argument <...>); .noftz
 *   add sub mul fma   .rn
 *   all               .ftz; .L1:: .L2::; .L2::cache_hint with its operand, the last; .shared::cta is .shared
 *                     (but in fence)
 *   barrier           barrier[.cta].sync.aligned and bar.cta.sync are bar.sync; barrier.sync is not
 *   ldmatrix          its order is .m8n8.xN[.trans].shared.b16
 *   prefetch*         one name; createpolicy* too
 *   wgmma.mma_async   one template: find_wgmma(); mma.sp another: find_sparse()
 *   mbarrier          .relaxed .acquire .release, scopes; .b64
 *   cp, cp.reduce     of .bulk: how it completes (.mbarrier::complete_tx::bytes, .bulk_group); .tile; .noftz
 *   mov               mov_b64_pack(d, lo, hi) and mov_b64_unpack(lo, hi, s) where it has braces
 *   d|p               two destinations: the name ends in _p
 *
 * Operands come in PTX's order, braces flattened. "r" is uint32_t, "l" uint64_t, "h" uint16_t, "f" float, "d"
 * double, "n" as written; outputs are lvalues of these types. Registers: .b32 .u32 .s32 .f16x2 uint32_t,
 * .b64 uint64_t, .b16 uint16_t, .b8 uint8_t, .f32 float, .f64 double, .pred bool. [a+4] is a + 4; %laneid and
 * %tid.x are simt_ptx_sreg_laneid() and simt_ptx_sreg_tid_x(); 0f3F800000 is simt_ptx_f32(0x3F800000u); _ is
 * simt_ptx_sink().
 */
#include "rewrite_ptx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Components in order; a|b alternatives, ? may be absent. I, F, N and D: the lists below. */
static const char *const table[] = {
    "mov b16|u16|s16|b32|u32|s32|b64|u64|s64|f32|f64|pred",
    "mov b32|b64 pack|unpack",
    "ld global|shared|shared::cluster|const|local? v2|v4? b8|u8|s8|b16|u16|s16|b32|u32|s32|b64|u64|s64|f32|f64",
    "ldu global v2|v4? b8|u8|s8|b16|u16|s16|b32|u32|s32|b64|u64|s64|f32|f64",
    "st global|shared|shared::cluster|local? v2|v4? b8|u8|s8|b16|u16|s16|b32|u32|s32|b64|u64|s64|f32|f64",
    "cvta to global|shared|shared::cluster|const|local u32|u64",
    "cvta global|shared|shared::cluster|const|local u32|u64",
    "isspacep global|shared|shared::cluster|const|local",
    "cp async ca|cg shared global",
    "cp async commit_group|wait_group|wait_all",
    "cp async mbarrier arrive noinc? shared?",
    "mbarrier init|inval shared?",
    "mbarrier arrive|arrive_drop noComplete|expect_tx? shared|shared::cluster?",
    "mbarrier expect_tx|complete_tx shared|shared::cluster?",
    "mbarrier test_wait|try_wait parity? shared?",
    "mbarrier pending_count",
    "cp async bulk shared::cluster|shared global multicast::cluster?",
    "cp async bulk shared::cluster shared",
    "cp async bulk global shared",
    "cp async bulk prefetch L2 global",
    "cp async bulk commit_group",
    "cp async bulk wait_group read?",
    "cp async bulk tensor D shared::cluster|shared global im2col? multicast::cluster?",
    "cp async bulk tensor D global shared im2col_no_offs?",
    "cp async bulk prefetch tensor D L2 global im2col?",
    "cp reduce async bulk shared::cluster shared add|inc|dec|min|max u32",
    "cp reduce async bulk shared::cluster shared add|min|max s32",
    "cp reduce async bulk shared::cluster shared and|or|xor b32",
    "cp reduce async bulk shared::cluster shared add u64",
    "cp reduce async bulk global shared add f16|bf16|f32|f64|u32|s32|u64|s64",
    "cp reduce async bulk global shared min|max f16|bf16|u32|s32|u64|s64",
    "cp reduce async bulk global shared inc|dec u32",
    "cp reduce async bulk global shared and|or|xor b32|b64",
    "cp reduce async bulk tensor D global shared add|min|max|inc|dec|and|or|xor im2col_no_offs?",
    "ldmatrix sync aligned m8n8 x1|x2|x4 trans? shared b16",
    "stmatrix sync aligned m8n8 x1|x2|x4 trans? shared b16",
    "mma sync aligned m16n8k8|m16n8k16 row col f32 f16 f16 f32",
    "mma sync aligned m16n8k8|m16n8k16 row col f32 bf16 bf16 f32",
    "mma sync aligned m16n8k8|m16n8k16 row col f16 f16 f16 f16",
    "mma sync aligned m16n8k4|m16n8k8 row col f32 tf32 tf32 f32",
    "mma sync aligned m16n8k16|m16n8k32 row col satfinite? s32 s8|u8 s8|u8 s32",
    "mma sync aligned m16n8k32 row col f32 e4m3|e5m2 e4m3|e5m2 f32",
    "mma sync aligned m8n8k4|m16n8k4|m16n8k8|m16n8k16 row col f64 f64 f64 f64",
    "movmatrix sync aligned m8n8 trans b16",
    "setmaxnreg inc|dec sync aligned u32",
    "griddepcontrol launch_dependents|wait",
    "wgmma fence|commit_group|wait_group sync aligned",
    "bar|barrier sync|arrive",
    "bar red popc u32",
    "bar red and|or pred",
    "bar warp sync",
    "barrier cluster arrive relaxed?",
    "barrier cluster wait",
    "mapa shared::cluster u32|u64",
    "mapa u64",
    "getctarank shared::cluster u32|u64",
    "getctarank u64",
    "membar cta|gl|sys",
    "fence sc|acq_rel? cta|cluster|gpu|sys",
    "fence proxy async|alias",
    "fence proxy async global|shared::cta|shared::cluster",
    "fence mbarrier_init release cluster",
    "fence proxy tensormap::generic release|acquire cta|cluster|gpu|sys",
    "shfl sync up|down|bfly|idx b32 p?",
    "vote sync all|any|uni pred",
    "vote sync ballot b32",
    "match any sync b32|b64",
    "match all sync b32|b64 p?",
    "redux sync add|min|max u32|s32",
    "redux sync and|or|xor b32",
    "activemask b32",
    "elect sync p?",
    "prefetch",
    "createpolicy",
    "nanosleep u32",
    "trap",
    "exit",
    "ret",
    "brkpt",
    "add|sub sat? s16|u16|s32|u32|s64|u64",
    "add|sub|mul rz|rm|rp? sat? f32",
    "add|sub|mul rz|rm|rp? f64",
    "add|sub|mul sat? f16|f16x2|bf16|bf16x2",
    "mul lo|hi s16|u16|s32|u32|s64|u64",
    "mul wide s16|u16|s32|u32",
    "mul24 lo|hi s32|u32",
    "mad lo|hi s16|u16|s32|u32|s64|u64",
    "mad wide s16|u16|s32|u32",
    "mad24 lo|hi s32|u32",
    "mad rn|rz? f32|f64",
    "fma rz|rm|rp? sat? f32",
    "fma rz|rm|rp? f64",
    "fma sat|relu? f16|f16x2|bf16|bf16x2",
    "div s16|u16|s32|u32|s64|u64",
    "rem s16|u16|s32|u32|s64|u64",
    "div approx|full f32",
    "div rn|rz|rm|rp f32|f64",
    "min|max s16|u16|s32|u32|s64|u64|f32|f64|f16|f16x2|bf16|bf16x2",
    "min|max NaN f32|f16|f16x2|bf16|bf16x2",
    "abs|neg s16|s32|s64|f32|f64|f16|f16x2|bf16|bf16x2",
    "sad s16|u16|s32|u32|s64|u64",
    "and|or|xor|not b16|b32|b64|pred",
    "cnot b16|b32|b64",
    "shl b16|b32|b64",
    "shr b16|u16|s16|b32|u32|s32|b64|u64|s64",
    "shf l|r wrap|clamp b32",
    "bfe u32|s32|u64|s64",
    "bfi b32|b64",
    "bfind shiftamt? u32|s32|u64|s64",
    "prmt b32",
    "prmt b32 f4e|b4e|rc8|ecl|ecr|rc16",
    "lop3 b32",
    "popc|clz|brev b32|b64",
    "fns b32",
    "szext wrap|clamp u32|s32",
    "dp4a u32|s32 u32|s32",
    "dp2a lo|hi u32|s32 u32|s32",
    "add|sub cc u32|s32|u64|s64",
    "addc|subc cc? u32|s32|u64|s64",
    "mad lo|hi cc u32|s32|u64|s64",
    "madc lo|hi cc? u32|s32|u64|s64",
    "ex2|lg2|rcp|rsqrt|sqrt|sin|cos|tanh approx f32",
    "rcp|sqrt rn|rz|rm|rp f32|f64",
    "rcp|rsqrt approx f64",
    "ex2|tanh approx f16|f16x2|bf16|bf16x2",
    "copysign f32|f64",
    "testp finite|infinite|number|notanumber|normal|subnormal f32|f64",
    "cvt sat? I I",
    "cvt rn|rz|rm|rp sat? F I",
    "cvt rni|rzi|rmi|rpi sat? I F",
    "cvt rn|rz|rm|rp|rni|rzi|rmi|rpi? sat? F F",
    "cvt rn|rz relu? f16|bf16 f32",
    "cvt rn|rz|rna tf32 f32",
    "cvt rn|rz relu? f16x2|bf16x2 f32",
    "cvt rn satfinite e4m3x2|e5m2x2 f32",
    "cvt rn relu? f16x2 e4m3x2|e5m2x2",
    "cvt rn satfinite e4m3x2|e5m2x2 f16x2",
    "cvt pack sat s8|u8|s16|u16 s32 b32?",
    "set eq|ne u32|s32|f32 u32|s32|f32|b32",
    "set lt|le|gt|ge u32|s32|f32 u32|s32|f32",
    "set lo|ls|hi|hs u32|s32|f32 u32",
    "set N u32|s32|f32 f32",
    "setp eq|ne and|or|xor? b16|b32|b64",
    "setp eq|ne|lt|le|gt|ge and|or|xor? u16|u32|u64|s16|s32|s64|f32|f64",
    "setp lo|ls|hi|hs and|or|xor? u16|u32|u64",
    "setp N and|or|xor? f32|f64",
    "setp eq|ne|lt|le|gt|ge f16|bf16",
    "setp N f16|bf16",
    "selp b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64",
    "slct b32|u32|s32|f32|b64|u64|s64|f64 s32|f32",
    "atom global|shared|shared::cluster? add u32|s32|u64|f32|f64|f16|bf16|f16x2|bf16x2",
    "atom global|shared|shared::cluster? exch|cas b16|b32|b64|u32|u64",
    "atom global|shared|shared::cluster? min|max u32|s32|u64|s64",
    "atom global|shared|shared::cluster? and|or|xor b32|b64",
    "atom global|shared|shared::cluster? inc|dec u32",
    "red global|shared|shared::cluster? add u32|s32|u64|f32|f64|f16|bf16|f16x2|bf16x2",
    "red global v2|v4 f32 add",
    "red global|shared|shared::cluster? min|max u32|s32|u64|s64",
    "red global|shared|shared::cluster? and|or|xor b32|b64",
    "red global|shared|shared::cluster? inc|dec u32",
};

static const char *const integers = "u8|s8|u16|s16|u32|s32|u64|s64";
static const char *const floats = "f16|bf16|f32|f64";
static const char *const nan_compares = "equ|neu|ltu|leu|gtu|geu|num|nan";
static const char *const dimensions = "1d|2d|3d|4d|5d";

static int in_list(const char *word, size_t n, const char *list, size_t nlist)
{
    const char *end = list + nlist;
    while (list < end) {
        size_t k = 0;
        while (list + k < end && list[k] != '|')
            k++;
        if (k == n && !memcmp(list, word, n))
            return 1;
        list += k + 1;
    }
    return 0;
}

struct mnemonic {
    char part[16][32];
    int n;
};

static int matches(const struct mnemonic *m, int k, const char *pattern)
{
    if (!*pattern)
        return k == m->n;
    size_t n = strcspn(pattern, " ");
    int optional = pattern[n - 1] == '?';
    const char *list = pattern, *rest = pattern + n + (pattern[n] == ' ');
    size_t nlist = n - (size_t)optional;
    const char *named = nlist != 1     ? NULL
                        : *list == 'I' ? integers
                        : *list == 'F' ? floats
                        : *list == 'N' ? nan_compares
                        : *list == 'D' ? dimensions
                                       : NULL;
    if (named)
        list = named, nlist = strlen(named);
    if (k < m->n && in_list(m->part[k], strlen(m->part[k]), list, nlist) && matches(m, k + 1, rest))
        return 1;
    return optional && matches(m, k, rest);
}

static void drop(struct mnemonic *m, int k)
{
    memmove(m->part[k], m->part[k + 1], sizeof m->part[0] * (size_t)(m->n - k - 1));
    m->n--;
}

static int is(const char *s, const char *list)
{
    return in_list(s, strlen(s), list, strlen(list));
}

static int split(struct mnemonic *m, const char *op, size_t n)
{
    m->n = 0;
    for (size_t at = 0; at <= n;) {
        size_t k = at;
        while (k < n && op[k] != '.')
            k++;
        if (m->n == 16 || k - at >= sizeof m->part[0] || k == at)
            return -1;
        memcpy(m->part[m->n], op + at, k - at);
        m->part[m->n++][k - at] = 0;
        at = k + 1;
    }
    return 0;
}

static void drop_where(struct mnemonic *m, const char *list)
{
    for (int k = 1; k < m->n; k++)
        if (is(m->part[k], list))
            drop(m, k--);
}

static void swap_parts(struct mnemonic *m, int a, int b)
{
    char x[sizeof m->part[0]];
    memcpy(x, m->part[a], sizeof x);
    memcpy(m->part[a], m->part[b], sizeof x);
    memcpy(m->part[b], x, sizeof x);
}

static void order_matrix(struct mnemonic *m)
{
    for (int k = m->n - 1; k > 3; k--)
        if (is(m->part[k], "m8n8"))
            swap_parts(m, k - 1, k);
}

static void normalise(struct mnemonic *m, struct ptx_op *ret)
{
    const char *base = m->part[0];
    for (int k = 1; k < m->n; k++) {
        if (!strcmp(m->part[k], "L2::cache_hint"))
            ret->drop_last = 1;
        if (!strncmp(m->part[k], "L1::", 4) || !strncmp(m->part[k], "L2::", 4) || !strcmp(m->part[k], "ftz"))
            drop(m, k--);
        else if (!strcmp(m->part[k], "shared::cta") && strcmp(base, "fence"))
            strcpy(m->part[k], "shared");
    }
    if (is(base, "ld|st"))
        drop_where(m, "weak|volatile|relaxed|acquire|release|mmio|cta|cluster|gpu|sys|"
                      "ca|cg|cs|lu|cv|wb|wt|nc|unified");
    else if (is(base, "atom|red"))
        drop_where(m, "relaxed|acquire|release|acq_rel|cta|cluster|gpu|sys|noftz");
    if (is(base, "red") && m->n == 5 && is(m->part[3], "v2|v4")) /* red.global.add.v2.f32 is the same */
        swap_parts(m, 2, 3), swap_parts(m, 3, 4);
    if (is(base, "barrier") && m->n > 1 && !strcmp(m->part[1], "cluster"))
        drop_where(m, "aligned|release|acquire");
    if (is(base, "mbarrier"))
        drop_where(m, "relaxed|acquire|release|cta|cluster|b64");
    else if (is(base, "cp") && m->n > 3 && (is(m->part[2], "bulk") || is(m->part[3], "bulk")))
        drop_where(m, "mbarrier::complete_tx::bytes|bulk_group|tile|noftz");
    if (is(base, "add|sub|mul|fma"))
        drop_where(m, "rn");
    else if (is(base, "ldmatrix|stmatrix"))
        order_matrix(m);
    else if (is(base, "prefetch|prefetchu|createpolicy|applypriority|discard")) {
        strcpy(m->part[0], is(base, "createpolicy") ? "createpolicy" : "prefetch");
        m->n = 1;
    } else if (is(base, "bar|barrier") && m->n > 1 && strcmp(m->part[1], "cluster") &&
               strcmp(m->part[1], "warp")) {
        int parts = m->n, free = 0;
        drop_where(m, "aligned");
        free = is(base, "barrier") && m->n == parts;
        drop_where(m, "cta");
        strcpy(m->part[0], free && m->n > 1 && is(m->part[1], "sync|arrive") ? "barrier" : "bar");
    }
}

/* wgmma.mma_async of any shape and type is one template, whose arguments tell them: <N, K, the accumulator's type, A's,
 * B's, sparse, saturating>. 0, or -1: there is none such. */
static int find_wgmma(const struct mnemonic *m, struct ptx_op *ret)
{
    static const struct {
        const char *d, *a, *b;
        int k;
    } types[] = {
        { "f32|f16", "f16", "f16", 16 },
        { "f32", "bf16", "bf16", 16 },
        { "f32", "tf32", "tf32", 8 },
        { "f32|f16", "e4m3|e5m2", "e4m3|e5m2", 32 },
        { "s32", "s8|u8", "s8|u8", 32 },
    };
    int at = 2, sparse = at < m->n && !strcmp(m->part[at], "sp"), saturate, n = 0, k = 0, used = 0;
    at += sparse;
    if (m->n < at + 6 || strcmp(m->part[at], "sync") || strcmp(m->part[at + 1], "aligned") ||
        sscanf(m->part[at + 2], "m64n%dk%d%n", &n, &k, &used) < 2 || m->part[at + 2][used])
        return -1;
    saturate = !strcmp(m->part[at + 3], "satfinite");
    at += 3 + saturate;
    if (m->n != at + 3 || n < 8 || n > 256 || n % 8)
        return -1;
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        const char *d = m->part[at], *a = m->part[at + 1], *b = m->part[at + 2];
        if (!is(d, types[t].d) || !is(a, types[t].a) || !is(b, types[t].b) || k != types[t].k << sparse ||
            (saturate && types[t].k != 32))
            continue;
        snprintf(ret->name, sizeof ret->name, "_wgmma<%d, %d, SIMT_PTX_T_%s, SIMT_PTX_T_%s, SIMT_PTX_T_%s, %d, %d>", n,
                 k, d, a, b, sparse, saturate);
        return 0;
    }
    return -1;
}

/* mma.sp, likewise: <K, the accumulator's type, A's, B's, saturating, whether its metadata is called ordered>. */
static int find_sparse(const struct mnemonic *m, struct ptx_op *ret)
{
    static const struct {
        const char *d, *a, *b;
        int k; /* the smaller; or twice as deep */
    } types[] = {
        { "f32|f16", "f16", "f16", 16 },
        { "f32", "bf16", "bf16", 16 },
        { "f32", "tf32", "tf32", 8 },
        { "s32", "s8|u8", "s8|u8", 32 },
        { "f32", "e4m3|e5m2", "e4m3|e5m2", 64 },
    };
    int k = 0, used = 0, saturate = m->n == 12, at = 7 + saturate;
    if (m->n != at + 4 || strcmp(m->part[2], "sync") || strcmp(m->part[3], "aligned") || strcmp(m->part[5], "row") ||
        strcmp(m->part[6], "col") || sscanf(m->part[4], "m16n8k%d%n", &k, &used) < 1 || m->part[4][used] ||
        (saturate && strcmp(m->part[7], "satfinite")) || strcmp(m->part[at], m->part[at + 3]))
        return -1;
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        if (!is(m->part[at], types[t].d) || !is(m->part[at + 1], types[t].a) || !is(m->part[at + 2], types[t].b) ||
            (k != types[t].k && (k != 2 * types[t].k || k > 64)))
            continue;
        snprintf(ret->name, sizeof ret->name, "_mma_sp<%d, SIMT_PTX_T_%s, SIMT_PTX_T_%s, SIMT_PTX_T_%s, %d, %d>",
                 k, m->part[at], m->part[at + 1], m->part[at + 2], saturate, strlen(m->part[1]) > strlen("sp"));
        return 0;
    }
    return -1;
}

/* What orders: how much of it is told to the runtime. */
struct order {
    int strong, relaxed, of_block;
};

static struct order order_of(const struct mnemonic *m)
{
    struct order o = { .relaxed = !is(m->part[0], "ld") };
    for (int k = 1; k < m->n; k++) {
        o.strong |= is(m->part[k], "volatile|relaxed|acquire|release|mmio");
        o.of_block |= is(m->part[k], "cta");
        if (is(m->part[k], "relaxed"))
            o.relaxed = 1;
        else if (is(m->part[k], "release|acq_rel"))
            o.relaxed = 0;
    }
    return o;
}

static const char *flags_of(struct order o)
{
    return o.relaxed && o.of_block ? "SIMT_RELAXED | SIMT_OF_BLOCK" :
           o.relaxed ? "SIMT_RELAXED" : o.of_block ? "SIMT_OF_BLOCK" : "0";
}

/* A load or store of one value that may be a flag. 0: another. */
static int strong_name(const struct mnemonic *m, struct order o, struct ptx_op *ret)
{
    static const struct {
        const char *part, *c;
    } spaces[] = { { "global", "SIMT_PTX_GLOBAL" },
                   { "shared", "SIMT_PTX_SHARED" },
                   { "shared::cluster", "SIMT_PTX_CLUSTER" } },
      narrow[] = { { "s8", "int8_t" }, { "s16", "int16_t" }, { "s32", "int32_t" }, { "s64", "int64_t" } };
    const char *type = m->part[m->n - 1], *space = m->n == 2 ? "SIMT_PTX_GENERIC" : NULL, *c = ptx_register(type);
    for (size_t k = 0; m->n == 3 && k < sizeof spaces / sizeof spaces[0]; k++)
        if (!strcmp(m->part[1], spaces[k].part))
            space = spaces[k].c;
    for (size_t k = 0; k < sizeof narrow / sizeof narrow[0]; k++)
        if (!strcmp(type, narrow[k].part))
            c = narrow[k].c;
    if (!o.strong || !space || !c || !is(m->part[0], "ld|st"))
        return 0;
    snprintf(ret->name, sizeof ret->name, "_%s_strong<%s, %s, %s>", m->part[0], space, c, flags_of(o));
    return 1;
}

int ptx_find(const char *op, size_t n, const char *suffix, struct ptx_op *ret)
{
    struct mnemonic m;
    *ret = (struct ptx_op){ .drop_last = 0 };
    if (split(&m, op, n))
        return -1;
    struct order order = order_of(&m);
    normalise(&m, ret);
    if (*suffix && m.n < 16)
        strcpy(m.part[m.n++], suffix);
    if (m.n > 2 && !strcmp(m.part[0], "wgmma") && !strcmp(m.part[1], "mma_async"))
        return find_wgmma(&m, ret);
    if (m.n > 2 && !strcmp(m.part[0], "mma") && is(m.part[1], "sp|sp::ordered_metadata"))
        return find_sparse(&m, ret);
    size_t k = 0;
    while (k < sizeof table / sizeof table[0] && !matches(&m, 0, table[k]))
        k++;
    if (k == sizeof table / sizeof table[0])
        return -1;
    if (strong_name(&m, order, ret))
        return 0;
    size_t at = 0;
    for (int p = 0; p < m.n; p++)
        at += (size_t)snprintf(ret->name + at, sizeof ret->name - at, "_%s", m.part[p]);
    for (char *c = ret->name; *c; c++)
        if (c[0] == ':')
            memmove(c + 1, c + 2, strlen(c + 1)), *c = '_';
    if (is(m.part[0], "atom|red"))
        snprintf(ret->name + strlen(ret->name), sizeof ret->name - strlen(ret->name), "<%s>", flags_of(order));
    return 0;
}

int ptx_sreg(const char *name, size_t n)
{
    static const char *const plain =
        "laneid|warpid|nwarpid|smid|nsmid|gridid|clock|clock_hi|clock64|globaltimer|"
        "globaltimer_lo|globaltimer_hi|lanemask_eq|lanemask_lt|lanemask_le|lanemask_gt|lanemask_ge|"
        "dynamic_smem_size|total_smem_size|cluster_ctarank|cluster_nctarank|is_explicit_cluster";
    static const char *const vector =
        "tid|ntid|ctaid|nctaid|clusterid|nclusterid|cluster_ctaid|cluster_nctaid";
    if (in_list(name, n, plain, strlen(plain)))
        return 1;
    return n > 2 && name[n - 2] == '.' && strchr("xyz", name[n - 1]) &&
           in_list(name, n - 2, vector, strlen(vector));
}

const char *ptx_register(const char *type)
{
    static const struct {
        const char *types, *c;
    } t[] = { { "b8|u8|s8", "uint8_t" },
              { "b16|u16|s16|f16|bf16", "uint16_t" },
              { "b32|u32|s32|f16x2|bf16x2|tf32", "uint32_t" },
              { "b64|u64|s64", "uint64_t" },
              { "f32", "float" },
              { "f64", "double" },
              { "pred", "bool" } };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        if (is(type, t[k].types))
            return t[k].c;
    return NULL;
}
