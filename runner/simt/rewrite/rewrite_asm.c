/*
 * rewrite_asm.c: asm statements of device code as calls of include/simt/ptx.h (names: rewrite_ptx.c).
 *
 *   asm volatile("add.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
 *   ->  simt_ptx_add_s32((uint32_t &)(d), (uint32_t)(a), (uint32_t)(b));
 *
 * Where it cannot be told whether a function is device code, assembly that is no PTX stays.
 * More than one instruction, registers of its own, predicates and labels make it ({ ... }). An empty template
 * stays assembly, with the constraints that x86 has.
 */
#include "rewrite_ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { OPERANDS = 192, TEMPLATE_MAX = 64 << 10 };

struct operand {
    int32_t constraint, from, end; /* tokens: the constraint's string, the expression */
    struct token name;             /* [name], or empty */
    char letter;                   /* r l h f d n; 0: matching */
    int out, in_out, match;        /* match: "0", the output it shares a register with; or -1 */
};

struct reg {
    char name[40];
    struct reg *next;
};

struct ptx {
    struct source *s;
    const struct unit *u;
    struct operand op[OPERANDS];
    int nop, nout;
    struct text template;
    const char *p; /* where the reader is in the template */
    struct reg *regs;
    struct text body; /* the statements */
    struct text labels;
    int statements; /* instructions */
    int block;      /* the expression takes ({ }) */
    int depth;
    int in_device; /* surely: else the statement may be the host's */
    int semicolon; /* a macro's template that cannot be read ends with one: x86's does not */
    char used[OPERANDS];
    char why[200]; /* the message, where the statement cannot be translated */
};

static int fail(struct ptx *x, const char *fmt, const char *what, size_t n)
{
    char clean[80];
    size_t k = 0;
    for (; k < n && k < sizeof clean - 1; k++)
        clean[k] = what[k] >= ' ' && what[k] < 127 && what[k] != '"' && what[k] != '\\' ? what[k] : ' ';
    clean[k] = 0;
    if (!x->why[0])
        snprintf(x->why, sizeof x->why, fmt, clean);
    return -1;
}

/* ---- the template's text */

static int hex(int c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* \1 and \2 are marks of our own. */
static void add_char(struct text *to, int c)
{
    char byte = (char)(c == 1 || c == 2 || !c ? ' ' : c);
    text_add(to, &byte, 1);
}

/* One string literal, decoded. */
static void add_literal(struct text *to, const struct source *s, const struct token *t)
{
    const char *p = s->s + t->at, *end = s->s + t->end - 1;
    int raw = *p != '"';
    p += strcspn(p, "\"") + 1;
    if (raw) {
        p += strcspn(p, "(");
        const char *close = end;
        while (close > p && *close != ')')
            close--;
        for (p++; p < close; p++)
            add_char(to, *p);
        return;
    }
    for (; p < end; p++) {
        if (*p != '\\') {
            add_char(to, *p);
            continue;
        }
        p++;
        if (*p == '\r' && p[1] == '\n')
            p++;
        else if (*p == 'x') {
            int c = 0;
            while (p + 1 < end && hex((unsigned char)p[1]) >= 0)
                c = (c * 16 + hex((unsigned char)*++p)) & 255;
            add_char(to, c);
        } else if (*p != '\n') {
            const char *from = "nrt0v", *with = "\n\r\t \v", *k = strchr(from, *p);
            add_char(to, *p && k ? with[k - from] : *p);
        }
    }
}

/* A macro of this file whose body is strings; NULL: there is none. */
static const struct unit *string_macro(const struct ptx *x, const struct token *name)
{
    const struct source *s = x->s;
    for (size_t k = 0; k < s->ndefines; k++) {
        const struct unit *d = &s->defines[k];
        int strings = d->n > 0;
        for (int32_t i = 0; i < d->n; i++)
            strings &= d->t[i].kind == T_STRING;
        if (strings && !d->nparam && d->name.end - d->name.at == name->end - name->at &&
            !memcmp(s->s + d->name.at, s->s + name->at, name->end - name->at))
            return d;
    }
    return NULL;
}

static int ends_with_semicolon(const struct ptx *x, int32_t end)
{
    const struct token *t = &x->u->t[end - 1];
    return t->kind == T_STRING && t->end - t->at > 2 && x->s->s[t->end - 2] == ';';
}

/* #param of a macro stays an operand: \1param\1. */
static int read_template(struct ptx *x, int32_t from, int32_t end)
{
    const struct unit *u = x->u, *d;
    for (int32_t i = from; i < end; i++) {
        if (u->t[i].kind == T_STRING) {
            add_literal(&x->template, x->s, &u->t[i]);
        } else if (u->define && is_punct(x->s, u, i, '#') && i + 1 < end && u->t[i + 1].kind == T_IDENT) {
            text_addf(&x->template, "\1%.*s\1", (int)(u->t[i + 1].end - u->t[i + 1].at),
                      x->s->s + u->t[i + 1].at);
            i++;
        } else if (u->t[i].kind == T_IDENT && (d = string_macro(x, &u->t[i]))) {
            for (int32_t k = 0; k < d->n; k++)
                add_literal(&x->template, x->s, &d->t[k]);
        } else {
            x->semicolon = u->define && ends_with_semicolon(x, end);
            return fail(x, "with '%s' in its text is not emulated; write the instruction as one string",
                        x->s->s + u->t[i].at, u->t[i].end - u->t[i].at);
        }
        if (x->template.len > TEMPLATE_MAX)
            return fail(x, "longer than the emulator reads%s", "", 0);
    }
    text_add(&x->template, "", 0);
    x->p = text_str(&x->template);
    return 0;
}

/* ---- operands */

static int read_operand(struct ptx *x, int32_t i, int32_t end, int out)
{
    struct operand o = { .out = out, .match = -1 };
    const struct unit *u = x->u;
    if (is_punct(x->s, u, i, '[') && i + 2 < end && u->t[i + 1].kind == T_IDENT) {
        o.name = u->t[i + 1];
        i += 3;
    }
    if (i + 2 >= end || u->t[i].kind != T_STRING)
        return fail(x, "with operand '%s' is not understood", x->s->s + u->t[i < end ? i : end - 1].at, 8);
    o.constraint = i;
    struct text c = { 0 };
    for (; i < end && u->t[i].kind == T_STRING; i++)
        add_literal(&c, x->s, &u->t[i]);
    for (const char *p = text_str(&c); *p; p++) {
        if (strchr("rlhfdnCq", *p))
            o.letter = *p;
        else if (*p == 'i')
            o.letter = 'n';
        else if (*p >= '0' && *p <= '9')
            o.match = atoi(p);
        o.in_out |= *p == '+';
    }
    text_finish(&c);
    if (!is_punct(x->s, u, i, '(') || u->t[i].mate != end - 1 || x->nop == OPERANDS)
        return fail(x, "with operand '%s' is not understood", x->s->s + u->t[o.constraint].at, 8);
    o.from = i + 1;
    o.end = end - 1;
    if (o.match >= 0 && (o.match >= x->nout || out))
        return fail(x, "with a constraint '%s' of no output is not understood",
                    x->s->s + u->t[o.constraint].at + 1, 1);
    if (o.match < 0 && (!o.letter || strchr("qC", o.letter)))
        return fail(x, "with the constraint '%s' is not emulated", x->s->s + u->t[o.constraint].at + 1, 2);
    x->op[x->nop++] = o;
    x->nout += out;
    return 0;
}

static int read_operands(struct ptx *x, int32_t from, int32_t end, int out)
{
    int32_t begin = from;
    for (int32_t i = from; i <= end; i++) {
        if (i == end || is_punct(x->s, x->u, i, ',')) {
            if (i > begin && read_operand(x, begin, i, out))
                return -1;
            begin = i + 1;
        } else if ((is_punct(x->s, x->u, i, '(') || is_punct(x->s, x->u, i, '[')) && x->u->t[i].mate > i) {
            i = x->u->t[i].mate;
        }
    }
    return 0;
}

static const char *c_type(char letter)
{
    switch (letter) {
    case 'l':
        return "uint64_t";
    case 'h':
        return "uint16_t";
    case 'f':
        return "float";
    case 'd':
        return "double";
    }
    return "uint32_t";
}

static void add_operand_value(struct ptx *x, struct text *to, int k)
{
    const struct operand *o = &x->op[k];
    if (o->letter != 'n')
        text_addf(to, "(%s%s)", c_type(o->letter), o->out ? " &" : "");
    text_addf(to, "(");
    add_tokens(to, x->s, x->u, o->from, o->end);
    text_addf(to, ")");
}

/* ---- instructions */

static void skip_blank(struct ptx *x)
{
    for (;;) {
        if (*x->p && strchr(" \t\n\r\v\f", *x->p))
            x->p++;
        else if (x->p[0] == '/' && x->p[1] == '/')
            x->p += strcspn(x->p, "\n");
        else if (x->p[0] == '/' && x->p[1] == '*') {
            const char *close = strstr(x->p + 2, "*/");
            x->p = close ? close + 2 : x->p + strlen(x->p);
        } else
            return;
    }
}

/* %= in a name is a number that no other statement has; a label is its statement's own here anyway. */
static size_t name_length(const char *p)
{
    size_t n = 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '$' || (p[n] == '%' && (n == 0 || p[n + 1] == '=')))
        n += p[n] == '%' && p[n + 1] == '=' ? 2 : 1;
    return n;
}

/* The C++ name of register or label `p`. */
static void c_name(char *to, size_t room, const char *prefix, const char *p, size_t n)
{
    size_t at = (size_t)snprintf(to, room, "%s", prefix);
    for (size_t k = 0; k < n && at + 1 < room; k++)
        if (p[k] != '%')
            to[at++] = p[k] == '$' || p[k] == '=' ? '_' : p[k];
    to[at] = 0;
}

static const struct reg *find_reg(const struct ptx *x, const char *name)
{
    for (const struct reg *r = x->regs; r; r = r->next)
        if (!strcmp(r->name, name))
            return r;
    return NULL;
}

static void add_reg(struct ptx *x, const char *type, const char *name)
{
    struct reg *r = calloc(1, sizeof *r);
    if (!r)
        abort();
    snprintf(r->name, sizeof r->name, "%s", name);
    r->next = x->regs;
    x->regs = r;
    text_addf(&x->body, "%s %s = 0; ", type, name);
}

/* .reg .b32 a, b, r<4>; */
static int read_reg(struct ptx *x)
{
    char type[8] = "", name[40];
    const char *c = NULL;
    x->p += 4;
    for (skip_blank(x); *x->p == '.'; skip_blank(x)) {
        size_t n = 1 + strcspn(x->p + 1, " \t\n\r.;");
        if (n > 1 && n < sizeof type) {
            snprintf(type, sizeof type, "%.*s", (int)n - 1, x->p + 1);
            c = ptx_register(type) ? ptx_register(type) : c;
        }
        x->p += n;
    }
    if (!c)
        return fail(x, "with .reg .%s is not emulated", type, strlen(type));
    x->block = 1;
    for (;; x->p++) {
        skip_blank(x);
        if (x->p[0] == '%' && x->p[1] == '%')
            x->p++;
        size_t n = name_length(x->p);
        if (!n)
            return fail(x, "with '.reg %s' is not understood", x->p, strcspn(x->p, ";\n"));
        c_name(name, sizeof name, "simt_r_", x->p, n);
        x->p += n;
        skip_blank(x);
        if (*x->p == '<') {
            long many = strtol(x->p + 1, (char **)&x->p, 10);
            for (long k = 0; k < many && k < 256; k++) {
                char one[64];
                snprintf(one, sizeof one, "%s%ld", name, k);
                add_reg(x, c, one);
            }
            x->p += *x->p == '>';
            skip_blank(x);
        } else {
            add_reg(x, c, name);
        }
        if (*x->p != ',')
            break;
    }
    if (*x->p == ';')
        x->p++;
    return 0;
}

/* %0 or %[name]: the operand's number; -1: not one. */
static int operand_at(struct ptx *x)
{
    const char *p = x->p;
    if (*p != '%')
        return -1;
    if (isdigit((unsigned char)p[1])) {
        char *end;
        long k = strtol(p + 1, &end, 10);
        if (k >= x->nop)
            return -1;
        x->p = end;
        return (int)k;
    }
    if (p[1] != '[')
        return -1;
    size_t n = strcspn(p + 2, "]");
    for (int k = 0; k < x->nop; k++)
        if (x->op[k].name.end - x->op[k].name.at == n && n && !memcmp(x->s->s + x->op[k].name.at, p + 2, n)) {
            x->p = p + 3 + n;
            return k;
        }
    return -1;
}

struct args {
    struct text text;
    size_t last; /* where the last one begins */
    int n, braces_first, braces_later, split;
};

static int add_one(struct ptx *x, struct args *a);

static void add_number(struct ptx *x, struct text *to)
{
    const char *p = x->p;
    if (p[0] == '0' && strchr("fFdD", p[1]) && p[1]) {
        size_t n = strspn(p + 2, "0123456789abcdefABCDEF");
        int wide = tolower((unsigned char)p[1]) == 'd';
        text_addf(to, "simt_ptx_%s(0x%.*s%s)", wide ? "f64" : "f32", (int)n, p + 2, wide ? "ull" : "u");
        x->p = p + 2 + n;
        return;
    }
    size_t n = strspn(p, "0123456789abcdefABCDEFxX.");
    text_add(to, p, n);
    x->p += n;
    if (*x->p == 'U')
        x->p++;
}

/* A register, number or expression of them; not brackets or braces. */
static int add_simple(struct ptx *x, struct text *to)
{
    char name[48];
    skip_blank(x);
    while (*x->p == '!' || *x->p == '-' || *x->p == '~') {
        add_char(to, *x->p++);
        skip_blank(x);
    }
    int k = operand_at(x);
    if (k >= 0) {
        while (x->op[k].match >= 0)
            k = x->op[k].match;
        text_addf(to, "\2%d\2", k); /* the operand's value or name goes here when all is read */
        x->block |= x->used[k]++ && x->op[k].letter != 'n';
        return 0;
    }
    if (*x->p == '\1') {
        size_t n = strcspn(x->p + 1, "\1");
        text_addf(to, "(%.*s)", (int)n, x->p + 1);
        x->p += n + 1 + (x->p[n + 1] == '\1');
        return 0;
    }
    if (isdigit((unsigned char)*x->p)) {
        add_number(x, to);
        return 0;
    }
    if (x->p[0] == '%' && x->p[1] == '%')
        x->p++;
    size_t n = name_length(x->p);
    c_name(name, sizeof name, "simt_r_", x->p, n);
    if (n && find_reg(x, name)) {
        text_addf(to, "%s", name);
    } else if (*x->p == '%') {
        while (isalnum((unsigned char)x->p[n]) || x->p[n] == '_' || x->p[n] == '.')
            n++;
        if (!ptx_sreg(x->p + 1, n - 1))
            return fail(x, "'%s' is not emulated", x->p, n);
        c_name(name, sizeof name, "", x->p, n);
        for (char *c = name; *c; c++)
            *c = *c == '.' ? '_' : *c;
        text_addf(to, "simt_ptx_sreg_%s()", name);
    } else if (n == 1 && *x->p == '_') {
        text_addf(to, "simt_ptx_sink()");
    } else if (n == 7 && !memcmp(x->p, "WARP_SZ", 7)) {
        text_addf(to, "SIMT_WARP");
    } else {
        return fail(x, "with operand '%s' is not understood", x->p, n ? n : strcspn(x->p, ",;"));
    }
    x->p += n;
    return 0;
}

static void begin_arg(struct args *a)
{
    if (a->n++)
        text_addf(&a->text, ", ");
    a->last = a->text.len;
}

static int add_list(struct ptx *x, struct args *a, char close)
{
    x->p++;
    for (;;) {
        if (add_one(x, a))
            return -1;
        skip_blank(x);
        if (*x->p == ',') {
            x->p++;
        } else if (*x->p == close) {
            x->p++;
            return 0;
        } else {
            return fail(x, "with operand '%s' is not understood", x->p, strcspn(x->p, ",;\n"));
        }
    }
}

static int add_one(struct ptx *x, struct args *a)
{
    skip_blank(x);
    if (*x->p == '{') {
        if (a->n)
            a->braces_later = 1;
        else
            a->braces_first = 1;
        return add_list(x, a, '}');
    }
    if (*x->p == '[')
        return add_list(x, a, ']');
    begin_arg(a);
    if (add_simple(x, &a->text))
        return -1;
    skip_blank(x);
    while (*x->p == '+' || *x->p == '-' || *x->p == '*') { /* [%0 + 16], constant expressions */
        text_addf(&a->text, " %c ", *x->p++);
        if (add_simple(x, &a->text))
            return -1;
        skip_blank(x);
    }
    if (*x->p == '|') {
        x->p++;
        a->split = 1;
        return add_one(x, a);
    }
    return 0;
}

static int end_statement(struct ptx *x)
{
    skip_blank(x);
    if (*x->p == ';') {
        x->p++;
        return 0;
    }
    return *x->p && *x->p != '}' ? fail(x, "'%s' is not understood", x->p, strcspn(x->p, ";\n")) : 0;
}

static int add_branch(struct ptx *x)
{
    char name[48];
    skip_blank(x);
    size_t n = name_length(x->p);
    c_name(name, sizeof name, "simt_l_", x->p, n);
    x->p += n;
    x->block = 1;
    text_addf(&x->body, "goto %s; ", name);
    return n ? end_statement(x) : fail(x, "with bra '%s' is not understood", x->p, strcspn(x->p, ";\n"));
}

/* What Hopper alone has is refused, at its place, where the emulated GPU is an older one. */
static void ask_hopper(struct ptx *x, const char *op, size_t n)
{
    static const char *const hopper[] = { "wgmma.", "cp.async.bulk", "cp.reduce.async.bulk", "setmaxnreg" };
    for (size_t k = 0; k < sizeof hopper / sizeof hopper[0]; k++)
        if (!strncmp(op, hopper[k], strlen(hopper[k]))) {
            x->block = 1;
            text_addf(&x->body, "static_assert(SIMT_SM >= 90, \"inline PTX '%.*s' needs sm_90a, and the GPU of --arch "
                                "is an older one: h100 and h200 have it\"); ", (int)(n < 60 ? n : 60), op);
        }
}

static int add_instruction(struct ptx *x)
{
    const char *op = x->p;
    size_t n = 0;
    while (isalnum((unsigned char)op[n]) || op[n] == '_' || op[n] == '.' ||
           (op[n] == ':' && op[n + 1] == ':') || (op[n] == ':' && n && op[n - 1] == ':'))
        n++;
    if (!n)
        return fail(x, "'%s' is not understood", op, strcspn(op, ";\n"));
    x->p += n;
    if (!strncmp(op, "bra", n) || !strncmp(op, "bra.uni", n))
        return add_branch(x);
    struct args a = { .n = 0 };
    struct ptx_op found;
    skip_blank(x);
    int rc = 0;
    while (!rc && *x->p && *x->p != ';' && *x->p != '}') {
        rc = add_one(x, &a);
        skip_blank(x);
        if (!rc && *x->p == ',')
            x->p++;
        else if (!rc)
            break;
    }
    int move = n > 3 && !memcmp(op, "mov", 3);
    const char *suffix = a.split                  ? "p"
                         : move && a.braces_first ? "unpack"
                         : move && a.braces_later ? "pack"
                                                  : "";
    if (ptx_find(op, n, suffix, &found)) {
        x->why[0] = 0; /* of the two, the instruction is the cause */
        rc = fail(x, "'%s' is not emulated", op, n);
    }
    if (!rc)
        rc = end_statement(x);
    if (!rc) {
        if (found.drop_last && a.n > 1)
            a.text.len = a.last - 2, a.text.s[a.text.len] = 0;
        ask_hopper(x, op, n);
        text_addf(&x->body, "simt_ptx%s(%s); ", found.name, text_str(&a.text));
        x->statements++;
    }
    text_finish(&a.text);
    return rc;
}

static int add_statement(struct ptx *x)
{
    char name[48];
    if (*x->p == '{' || *x->p == '}') {
        x->depth += *x->p == '{' ? 1 : -1;
        if (x->depth < 0)
            return fail(x, "whose block begins in another asm is not emulated%s", "", 0);
        x->p++;
        return 0;
    }
    if (!strncmp(x->p, ".reg", 4))
        return read_reg(x);
    if (*x->p == '.')
        return fail(x, "'%s' is not emulated", x->p, strcspn(x->p, " ;\n"));
    if (*x->p == ';') {
        x->p++;
        return 0;
    }
    if (*x->p == '@') {
        x->p++;
        x->block = 1;
        text_addf(&x->body, "if (");
        if (add_simple(x, &x->body))
            return -1;
        text_addf(&x->body, ") ");
        skip_blank(x);
        return add_instruction(x);
    }
    size_t n = name_length(x->p);
    const char *after = x->p + n;
    after += strspn(after, " \t");
    if (n && after[0] == ':' && after[1] != ':') {
        c_name(name, sizeof name, "simt_l_", x->p, n);
        text_addf(&x->labels, "%s%s", x->labels.len ? ", " : "__label__ ", name);
        text_addf(&x->body, "%s: ; ", name);
        x->p = after + 1;
        x->block = 1;
        return 0;
    }
    return add_instruction(x);
}

/* ---- the statement */

/* Replaces \2k\2 by operand k: its name in a block, else its expression. */
static void add_body(struct ptx *x, struct text *to)
{
    for (const char *p = text_str(&x->body); *p;) {
        size_t n = strcspn(p, "\2");
        text_add(to, p, n);
        p += n;
        if (!*p)
            break;
        int k = atoi(p + 1);
        if (x->block && x->op[k].letter != 'n')
            text_addf(to, "simt_o%d", k);
        else
            add_operand_value(x, to, k);
        p = strchr(p + 1, 2) + 1;
    }
}

static char *emit(struct ptx *x)
{
    struct text to = { 0 };
    x->block |= x->statements != 1;
    for (int k = 0; k < x->nop; k++)
        x->block |= x->op[k].match >= 0;
    if (!x->block) {
        add_body(x, &to);
        to.len -= 2; /* "; " */
        to.s[to.len] = 0;
        return rw_text(&to);
    }
    text_addf(&to, "({ ");
    if (x->labels.len)
        text_addf(&to, "%s; ", text_str(&x->labels));
    for (int k = 0; k < x->nop; k++) {
        const struct operand *o = &x->op[k];
        if (o->letter == 'n' || (!x->used[k] && o->match < 0))
            continue;
        if (o->match >= 0) {
            text_addf(&to, "simt_o%d = (%s)(", o->match, c_type(x->op[o->match].letter));
            add_tokens(&to, x->s, x->u, o->from, o->end);
            text_addf(&to, "); ");
            continue;
        }
        text_addf(&to, "%s %ssimt_o%d = ", c_type(o->letter), o->out ? "&" : "", k);
        add_operand_value(x, &to, k);
        text_addf(&to, "; ");
    }
    add_body(x, &to);
    text_addf(&to, "})");
    return rw_text(&to);
}

static int only_blank_left(struct ptx *x)
{
    skip_blank(x);
    return !*x->p;
}

/* "+f", and no more letters than that one. */
static int is_one_letter(const struct ptx *x, const struct operand *o)
{
    const struct token *t = &x->u->t[o->constraint];
    const char *p = x->s->s + t->at + 1, *end = x->s->s + t->end - 1;
    while (p < end && strchr("=+&", *p))
        p++;
    return end - p == 1;
}

/* The letters of PTX that x86 lacks or takes for others. Where the statement may be the host's ("d" is a register
 * there, "f" is of the old coprocessor) anything that holds the value will do: no instruction is there to read it. */
static const char *x86_letter(const struct ptx *x, const struct operand *o)
{
    if (o->letter == 'n')
        return "i";
    if (!strchr("fd", o->letter))
        return "r";
    return x->in_device ? "x" : o->letter == 'f' ? "xm" : "xrm";
}

/* asm("" : "+f"(x) :: "memory"): constraints as x86 has them, and no text. */
static void keep_as_barrier(struct ptx *x, int32_t from, int32_t end)
{
    if (x->template.len && x->in_device)
        edit_add(x->s, x->u, x->u->t[from].at, x->u->t[end - 1].end, strdup("\"\""));
    for (int k = 0; k < x->nop; k++) {
        const struct operand *o = &x->op[k];
        if (!o->letter || (!x->in_device && (!strchr("fdh", o->letter) || !is_one_letter(x, o))))
            continue;
        edit_add(x->s, x->u, x->u->t[o->constraint].at, x->u->t[o->constraint].end,
                 util_path("\"%s%s\"",
                           o->in_out ? "+"
                           : o->out  ? "="
                                     : "",
                           x86_letter(x, o)));
    }
}

static void finish(struct ptx *x)
{
    for (struct reg *r = x->regs, *next; r; r = next) {
        next = r->next;
        free(r);
    }
    text_finish(&x->template);
    text_finish(&x->body);
    text_finish(&x->labels);
}

/* The four parts of the parentheses at `open`: part k is [part[k], part[k + 1] - 1). */
static int find_parts(const struct source *s, const struct unit *u, int32_t open, int32_t part[6])
{
    int n = 0;
    part[n++] = open + 1;
    for (int32_t i = open + 1; i < u->t[open].mate && n < 5; i++) {
        if (is_punct(s, u, i, ':'))
            part[n++] = i + 1;
        else if (u->t[i].mate > i)
            i = u->t[i].mate;
    }
    part[n] = u->t[open].mate + 1;
    return n;
}

/* mnemonic.type: what x86 assembly never has. */
static int looks_like_ptx(const struct ptx *x)
{
    const char *p = text_str(&x->template);
    for (const char *dot = strchr(p, '.'); dot; dot = strchr(dot + 1, '.'))
        if (dot > p && islower((unsigned char)dot[1]) && (isalnum((unsigned char)dot[-1]) || dot[-1] == '_'))
            return 1;
    return 0;
}

static int read_asm(struct ptx *x, int32_t open)
{
    int32_t part[6];
    int n = find_parts(x->s, x->u, open, part), rc = 0, blank;
    if (directive_between(x->s, x->u->t[open].at, x->u->t[x->u->t[open].mate].at))
        return fail(x,
                    "with a # directive inside is not emulated; put the whole statement into each branch%s",
                    "", 0);
    if (read_template(x, part[0], part[1] - 1))
        return -1;
    blank = only_blank_left(x);
    for (int k = 1; k < 3 && k < n && !rc; k++)
        rc = read_operands(x, part[k], part[k + 1] - 1, k == 1);
    if (blank && !rc)
        keep_as_barrier(x, part[0], part[1] - 1);
    if (blank)
        return 1;
    while (!rc && !only_blank_left(x))
        rc = add_statement(x);
    return !rc && x->depth ? fail(x, "whose block ends in another asm is not emulated%s", "", 0) : rc;
}

int32_t rewrite_asm(struct source *s, const struct unit *u, int32_t i, int in_device)
{
    static const char *const qualifiers[] = { "volatile",   "__volatile__", "__volatile", "inline",
                                              "__inline__", "goto",         NULL };
    int32_t open = i + 1;
    while (is_any(s, u, open, qualifiers))
        open++;
    if (!is_punct(s, u, open, '(') || u->t[open].mate <= open + 1)
        return i;
    int32_t close = u->t[open].mate;
    struct ptx x = { .s = s, .u = u, .in_device = in_device };
    int rc = read_asm(&x, open);
    if (!rc)
        edit_add(s, u, u->t[i].at, u->t[close].end, emit(&x));
    else if (rc < 0 && (in_device || x.semicolon || looks_like_ptx(&x)))
        edit_add(s, u, u->t[i].at, u->t[close].end,
                 util_path("({ static_assert(sizeof(char) == 0, \"inline PTX %s\"); })", x.why));
    finish(&x);
    return close;
}
