/* ops.c: from x86 instructions to what a GPU would execute for them. */
#include "ops.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID_XMM = 17, ID_STACK = OP_FLAGS + 1, OPERANDS = 4, OPERAND = 96, OPS_MOST = 1 << 22 };
enum { CALL_SIZE = 5, LEA_SIZE = 7 /* of an address in this function */ };

struct operand {
    char text[OPERAND];
    int memory;   /* of traced memory: not the stack, not a constant, not a lane's index */
    int constant; /* $7, or a constant in memory */
    int special;  /* %fs:…: a lane's index */
    uint8_t id, base, index;
};

/* Of the hooks' calls those that stand right before the block, whose first instructions make the accesses. */
static unsigned still_to_come(uint32_t *pc, unsigned n, uint32_t at)
{
    unsigned kept = 0;
    for (unsigned k = 0; k < n; k++)
        if (pc[k] <= at && at - pc[k] <= 2 * CALL_SIZE)
            pc[kept++] = pc[k];
    return kept;
}

void ops_begin(struct ops *o, uint32_t at)
{
    o->nread = still_to_come(o->read, o->nread, at);
    o->nwrite = still_to_come(o->write, o->nwrite, at);
}

void ops_finish(struct ops *o)
{
    free(o->op);
    *o = (struct ops){0};
}

static struct gpu_op *add(struct ops *o, int kind)
{
    static struct gpu_op lost;
    if (o->n == o->room && o->n < OPS_MOST) {
        size_t room = o->room ? 2 * o->room : 4096;
        struct gpu_op *more = realloc(o->op, room * sizeof *more);
        if (!more)
            return &lost;
        o->op = more;
        o->room = room;
    }
    if (o->n == o->room)
        return &lost;
    o->op[o->n] = (struct gpu_op){.kind = (uint8_t)kind, .begins = (uint8_t)o->function};
    o->function = 0;
    return &o->op[o->n++];
}

/* ---- operands ------------------------------------------------------------------------------------------ */

static uint8_t reg_id(const char *r)
{
    static const char *const names[] = {"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"};
    char two[3];
    if (r[0] == '%')
        r++;
    if (strchr("xyz", r[0]) && !strncmp(r + 1, "mm", 2))
        return (uint8_t)(ID_XMM + atoi(r + 3) % 32);
    if (r[0] == 'r' && isdigit((unsigned char)r[1]))
        return (uint8_t)(1 + atoi(r + 1) % 16);
    if (*r == 'r' || *r == 'e')
        r++;
    snprintf(two, sizeof two, "%.2s", r);
    if (two[1] == 'l' || two[1] == 'h')
        two[1] = 'x';
    for (size_t k = 0; k < 8; k++)
        if (!strcmp(two, names[k]) || (k > 3 && two[0] == names[k][0] && two[1] == 'x' && r[2] == 0))
            return (uint8_t)(1 + (k < 4 ? k : k == 4 ? 6 : k == 5 ? 7 : k == 6 ? 5 : 4));
    return OP_NO_ID;
}

uint8_t ops_register(const char *name)
{
    return reg_id(name);
}

/* "-0x8(%rbp,%rax,4)" */
static void read_memory(struct operand *p)
{
    const char *open = strchr(p->text, '('), *comma = open ? strchr(open, ',') : NULL;
    unsigned hash = 0;
    if (strstr(p->text, "%fs:")) {
        p->special = 1;
        return;
    }
    if (!open || strstr(open, "%rip")) {
        p->constant = 1;
        return;
    }
    if (open[1] == '%')
        p->base = reg_id(open + 1);
    if (comma && comma[1] == '%')
        p->index = reg_id(comma + 1);
    if (!strstr(open, "%rsp")) {
        p->memory = 1;
        return;
    }
    p->base = OP_NO_ID;
    if (p->index)
        return; /* an array of the lane's own: which of its elements is not known here */
    for (const char *c = p->text; c < open; c++)
        hash = hash * 31 + (unsigned char)*c;
    p->id = (uint8_t)(ID_STACK + hash % (OP_IDS - ID_STACK));
}

static int split(const char *s, struct operand p[OPERANDS])
{
    int n = 0, depth = 0;
    size_t at = 0;
    memset(p, 0, OPERANDS * sizeof *p);
    for (; *s && *s != '#' && *s != '<' && n < OPERANDS; s++) {
        depth += (*s == '(') - (*s == ')');
        if (*s == ',' && !depth) {
            n++;
            at = 0;
        } else if (*s != ' ' && at < OPERAND - 1) {
            p[n].text[at++] = *s;
        }
    }
    n = n == OPERANDS ? n : n + (at > 0);
    for (int k = 0; k < n; k++) {
        if (p[k].text[0] == '$')
            p[k].constant = 1;
        else if (strchr(p[k].text, '(') || strchr(p[k].text, ':'))
            read_memory(&p[k]);
        else
            p[k].id = reg_id(p[k].text);
    }
    return n;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* Instructions of the device's own function, approximately: what nvcc 13 makes of one call for sm_90. */
static unsigned math_weight(const char *name)
{
    static const struct {
        const char *name;
        unsigned n;
    } t[] = {{"exp", 8},  {"log", 14},  {"sin", 22},  {"cos", 22},   {"tanh", 20},   {"tan", 30}, {"pow", 70},
             {"erf", 24}, {"cbrt", 14}, {"sqrt", 10}, {"norm", 36},  {"fmod", 40},   {"rsqrt", 3}, {"fdivide", 2},
             {"max", 1},  {"min", 1},   {"round", 2}, {"floor", 1},  {"ceil", 1},   {"fmax", 1}, {"fmin", 1}};
    const char *p = !strncmp(name, "_Z", 2) || !strncmp(name, "simt_", 5) ? strstr(name, "simt_") : NULL;
    name = p ? p + 5 : name;
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        if (!strncmp(name, t[k].name, strlen(t[k].name)))
            return t[k].n;
    return 0;
}

/* Has this template of an operation and how it is told, in either order, the type float or double? */
static int of_floats(const char *name)
{
    for (const char *p = name; (p = strchr(p, 'E')); p++)
        if ((p[1] == 'f' || p[1] == 'd') && (p[2] == 'E' || p[2] == 'L'))
            return 1;
    return 0;
}

/* The ALU compares floats, too. */
static int is_comparison(const char *name)
{
    return strstr(name, "max") || strstr(name, "min");
}

/* An atomic waits for what it adds, and its result is where functions return one. */
static struct gpu_op *add_atomic(struct ops *o, int is_float)
{
    struct gpu_op *op = add(o, OP_ATOMIC);
    op->is_float = (uint8_t)is_float;
    op->src[0] = reg_id("%rdi");
    op->src[1] = is_float ? ID_XMM : reg_id("%rsi");
    op->src[2] = reg_id("%rdx");
    op->dst = is_float ? ID_XMM : reg_id("%rax");
    return op;
}

static void announce(struct ops *o, int write, uint32_t pc)
{
    unsigned *n = write ? &o->nwrite : &o->nread;
    uint32_t *to = write ? o->write : o->read;
    if (*n < 8)
        to[(*n)++] = pc;
}

static void add_call(struct ops *o, const char *operands, uint32_t at)
{
    const char *name = strchr(operands, '<');
    struct gpu_op *op;
    unsigned weight;
    name = name ? name + 1 : "";
    if (!strncmp(name, "__tsan_", 7)) { /* places of the stack are no access */
        if (o->of_stack)
            return;
        if (strstr(name, "read") || strstr(name, "write"))
            announce(o, strstr(name, "write") != NULL, at + CALL_SIZE);
        return;
    }
    if (!strncmp(name, "__sanitizer", 11))
        return;
    if (strstr(name, "simt_atomic") || strstr(name, "simt_reduction")) {
        op = add_atomic(o, of_floats(name));
    } else if (strstr(name, "simt_sync") || strstr(name, "simt_barrier")) {
        op = add(o, OP_BARRIER);
    } else if (strstr(name, "simt_warp") || strstr(name, "shfl")) {
        op = add(o, OP_WARP);
        op->dst = op->src[1] = 1;
        op->src[0] = reg_id("%rdx");
    } else if (strstr(name, "simt_heard")) { /* an atomic's result, once it is told */
        op = add(o, OP_NONE);
        op->dst = 1;
        op->src[0] = reg_id("%rdi");
        o->here = 0;
        return;
    } else if ((weight = math_weight(name))) {
        op = add(o, is_comparison(name) ? OP_INT : OP_MATH);
        op->weight = (uint16_t)weight;
        op->dst = op->src[0] = ID_XMM;
        op->src[1] = ID_XMM + 1;
    } else {
        op = add(o, OP_NONE);
        op->dst = 1;
    }
    op->pc = op->kind == OP_ATOMIC && o->here ? o->here : at + CALL_SIZE;
    o->here = 0;
}

/* ---- instructions -------------------------------------------------------------------------------------- */

static int starts(const char *s, const char *with)
{
    return !strncmp(s, with, strlen(with));
}

static int float_kind(const char *v)
{
    size_t n = strlen(v);
    if (n < 5 || (v[n - 2] != 's' && v[n - 2] != 'p') || (v[n - 1] != 's' && v[n - 1] != 'd'))
        return OP_NONE;
    int wide = v[n - 1] == 'd';
    if (starts(v, "div") || starts(v, "sqrt"))
        return wide ? OP_DIV64 : OP_DIV;
    if (starts(v, "add") || starts(v, "sub") || starts(v, "mul") || starts(v, "fm") || starts(v, "fnm"))
        return wide ? OP_F64 : OP_F32;
    if (starts(v, "max") || starts(v, "min") || strstr(v, "comis") || starts(v, "cmp") || starts(v, "round"))
        return wide ? OP_F64 : OP_INT;
    return OP_NONE;
}

static int kind_of(const char *op)
{
    const char *v = op[0] == 'v' ? op + 1 : op;
    int kind = float_kind(v);
    if (kind)
        return kind;
    if (starts(v, "cvt"))
        return OP_CONVERT;
    if (starts(v, "mov") || starts(v, "cltq") || starts(v, "cwtl") || starts(v, "cltd") || starts(v, "cqto") ||
        starts(v, "nop") || starts(v, "push") || starts(v, "pop") || starts(v, "ret") || starts(v, "bnd") ||
        starts(v, "andp") || starts(v, "andn") || starts(v, "xorp") || starts(v, "pxor") || starts(v, "unpck"))
        return OP_NONE;
    if (starts(v, "imul") || starts(v, "mul"))
        return OP_IMUL;
    if (starts(v, "idiv") || starts(v, "div"))
        return OP_IDIV;
    if (v[0] == 'j')
        return OP_BRANCH;
    return OP_INT;
}

static int writes_flags_alone(const char *op)
{
    const char *v = op[0] == 'v' ? op + 1 : op;
    return starts(v, "cmp") ? !strchr("sp", v[strlen(v) - 2]) || strlen(v) < 5
                            : starts(v, "test") || strstr(v, "comis") != NULL;
}

/* A load becomes an instruction of its own, whose result the instruction takes. */
static uint8_t load(struct ops *o, const struct operand *p)
{
    struct gpu_op *l = add(o, p->special ? OP_SPECIAL : OP_LOAD);
    l->dst = OP_IDS - 1;
    l->src[0] = p->base;
    l->src[1] = p->index;
    if (!p->special && o->nread) {
        l->pc = o->read[0];
        memmove(o->read, o->read + 1, --o->nread * sizeof *o->read);
    }
    if (!p->special && !l->pc) {
        l->kind = OP_NONE;
        l->own = 1;
    }
    return OP_IDS - 1;
}

static void store(struct ops *o, const struct operand *p, uint8_t value)
{
    struct gpu_op *s = add(o, OP_STORE);
    s->src[0] = p->base;
    s->src[1] = p->index;
    s->src[2] = value;
    if (o->nwrite) {
        s->pc = o->write[0];
        memmove(o->write, o->write + 1, --o->nwrite * sizeof *o->write);
    } else {
        s->kind = OP_NONE;
    }
}

/* "81f1 <copy>": the last thing a function does is to call another; "8210 <copy+0x1f>" stays inside. */
static int goes_to_function(const char *operands)
{
    const char *name = strchr(operands, '<');
    return name && !strstr(name, "+0x");
}

static uint64_t add_jump(struct ops *o, const char *op, const char *operands, size_t from)
{
    struct gpu_op *b = add(o, OP_BRANCH);
    b->src[0] = op[1] == 'm' ? OP_NO_ID : OP_FLAGS;
    b->constant = 1;
    if (from && o->op[from - 1].dst == OP_FLAGS)
        o->op[from - 1].constant = o->op[from - 1].own ? OP_KNOWN_END : 1;
    if (from)
        o->op[from - 1].own = 0;
    return goes_to_function(operands) ? 0 : strtoull(operands, NULL, 16);
}

/* An address a constant away is part of the access itself; a copy of a register is nothing at all. */
static int lea_kind(const struct operand *p)
{
    return !p->index ? OP_NONE : OP_INT;
}

/* "%rax", "%r12"; not "%eax", "%r12d" */
static int is_wide(const char *reg)
{
    return starts(reg, "%r") && !strchr("dwb", isdigit((unsigned char)reg[2]) ? reg[strlen(reg) - 1] : 'x');
}

/* "%eax", "%r12d" */
static int is_half(const char *reg)
{
    return starts(reg, "%e") || (starts(reg, "%r") && reg[strlen(reg) - 1] == 'd');
}

/* Does the device take two instructions for this of 64 bits? Additions are addresses, most of which are part of an
 * access. */
static int halved(const char *op)
{
    static const char *const all[] = {"sh", "sa", "and", "or", "xor", "not", "cmov"};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        if (starts(op, all[k]))
            return 1;
    return 0;
}

static void hand_on(struct ops *o, uint8_t from, uint8_t to)
{
    struct gpu_op *g = add(o, OP_NONE);
    g->dst = to;
    g->src[0] = from;
}

static void add_plain(struct ops *o, const char *op, struct operand *p, int n)
{
    int kind = kind_of(op), last = n - 1, k = 0, flags = writes_flags_alone(op);
    uint8_t src[OP_SOURCES] = {0};
    int lea = starts(op, "lea");
    int move = starts(op, "mov") || starts(op, "vmov");
    for (int q = 0; q < n && k < OP_SOURCES; q++) {
        int destination = q == last && !flags;
        if (destination && (move || lea || (op[0] == 'v' && !starts(op, "vfm") && !starts(op, "vfn"))))
            continue;
        if (lea && !destination) {
            src[k++] = p[q].base;
            if (k < OP_SOURCES)
                src[k++] = p[q].index;
        } else if (p[q].memory || p[q].special) {
            src[k++] = load(o, &p[q]);
        } else {
            src[k++] = p[q].id;
        }
    }
    if (starts(op, "set") || starts(op, "cmov") || starts(op, "sbb") || starts(op, "adc"))
        src[OP_SOURCES - 1] = OP_FLAGS;
    if (kind == OP_NONE && move && n == 2 && p[1].memory) {
        store(o, &p[1], src[0]);
        return;
    }
    if (starts(op, "sh") && n == 2 && !strcmp(p[0].text, "$0x20") && is_wide(p[1].text))
        kind = OP_NONE; /* one of two registers */
    if (n == 2 && p[0].constant && !strcmp(p[1].text, "%rsp"))
        kind = OP_NONE; /* a function's place on the stack */
    if ((starts(op, "xor") || starts(op, "vxor") || starts(op, "vpxor")) && n > 1 && !strcmp(p[0].text, p[1].text)) {
        kind = OP_NONE;
        memset(src, 0, sizeof src);
    }
    struct gpu_op *g = add(o, lea ? lea_kind(&p[0]) : kind);
    memcpy(g->src, src, sizeof src);
    if (n == 1 && (kind == OP_IDIV || kind == OP_IMUL)) { /* of %rax, to %rax and %rdx */
        g->src[1] = reg_id("%rax");
        g->dst = reg_id("%rax");
        hand_on(o, g->dst, reg_id("%rdx"));
        return;
    }
    g->dst = flags ? OP_FLAGS : n ? p[last].id : OP_NO_ID;
    g->wide = flags && n > 1 && is_wide(p[0].text) && is_wide(p[1].text);
    g->wide |= kind == OP_INT && !flags && !lea && n > 0 && is_wide(p[last].text) && halved(op);
    g->wraps = move && n == 2 && is_half(p[0].text) && is_half(p[1].text);
    g->own = flags && starts(op, "cmp") && p[0].text[0] == '$'; /* until the jump is seen */
    g->constant = kind == OP_INT && !flags && n == 2 && p[0].constant && (starts(op, "add") || starts(op, "sub"));
    if (!flags && n && p[last].memory)
        store(o, &p[last], OP_IDS - 1);
    if (!flags && kind == OP_INT && op[0] != 'v' && !lea) { /* the flags, too: a jump may look at them */
        hand_on(o, g->dst, OP_FLAGS);
    }
}

uint64_t ops_add(struct ops *o, const char *op, const char *operands, uint32_t at)
{
    struct operand p[OPERANDS];
    size_t from = o->n, length = strlen(operands);
    if (starts(op, "call")) {
        add_call(o, operands, at);
        o->of_stack = 0;
        return 0;
    }
    if (length > 4 && !strcmp(operands + length - 4, "%rdi"))
        o->of_stack = (starts(op, "lea") || starts(operands, "%rsp")) && strstr(operands, "%rsp");
    if (starts(op, "lea") && starts(operands, "0x0(%rip)"))
        o->here = at + LEA_SIZE;
    if (op[0] == 'j')
        return add_jump(o, op, operands, from);
    int n = split(operands, p);
    add_plain(o, op, p, n);
    return 0;
}
