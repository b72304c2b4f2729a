/* similar_lex.c: C and CUDA as tokens that outlive a disguise. One pass, no look-back, any bytes. */
#include "similar.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Beyond the signs, which are their own codes. */
enum { NAME = 256, NUMBER, STRING, CHARACTER, TYPE, LAUNCH, LAUNCHED, WORDS };

/* Sorted. What decides the course of a program, and what CUDA gives a meaning. */
static const char *const kept[] = {
    "__ballot_sync",
    "__constant__",
    "__device__",
    "__global__",
    "__host__",
    "__launch_bounds__",
    "__ldg",
    "__managed__",
    "__shared__",
    "__shfl_down_sync",
    "__shfl_sync",
    "__shfl_up_sync",
    "__shfl_xor_sync",
    "__syncthreads",
    "__syncwarp",
    "__threadfence",
    "__threadfence_block",
    "asm",
    "atomicAdd",
    "atomicCAS",
    "atomicExch",
    "atomicMax",
    "atomicMin",
    "blockDim",
    "blockIdx",
    "break",
    "case",
    "class",
    "continue",
    "cudaFree",
    "cudaMalloc",
    "cudaMemcpy",
    "cudaMemcpyAsync",
    "cudaMemset",
    "default",
    "define",
    "delete",
    "do",
    "else",
    "enum",
    "for",
    "free",
    "goto",
    "gridDim",
    "if",
    "malloc",
    "memcpy",
    "memset",
    "new",
    "operator",
    "return",
    "sizeof",
    "struct",
    "switch",
    "template",
    "threadIdx",
    "typedef",
    "union",
    "volatile",
    "warpSize",
    "while",
};

/* Sorted. All of these are one token, and several in a row are one as well. */
static const char *const types[] = {
    "_Bool",     "__half",  "__nv_bfloat16", "auto",     "bool",    "char",   "double",   "float",
    "half",      "int",     "int16_t",       "int32_t",  "int64_t", "int8_t", "intptr_t", "long",
    "ptrdiff_t", "short",   "signed",        "size_t",   "ssize_t", "uint",   "uint16_t", "uint32_t",
    "uint64_t",  "uint8_t", "uintptr_t",     "unsigned", "void",
};

/* Sorted. They can be added and taken away freely. */
static const char *const dropped[] = {
    "__attribute__", "__forceinline__", "__inline__", "__noinline__", "__restrict", "__restrict__", "const",
    "constexpr",     "extern",          "inline",     "register",     "restrict",   "static",
};

/* Sorted. Of these directives nothing is read. */
static const char *const silent[] = {
    "elif", "else", "endif", "error", "if", "ifdef", "ifndef", "include", "line", "pragma", "undef", "warning",
};

struct reader {
    const char *s;
    size_t n, at;
    uint32_t line;
    bool fresh; /* nothing but space since the line began */
    uint16_t file;
    struct similar_token *to;
    size_t have, room;
    int before; /* the code before */
};

struct word {
    const char *s;
    size_t n;
};

static int by_word(const void *a, const void *b)
{
    const struct word *w = a;
    const char *other = *(const char *const *)b;
    int d = strncmp(w->s, other, w->n);
    return d ? d : -(other[w->n] != 0);
}

/* The word's place in a sorted list, or -1. */
#define FIND(list, w) find(list, sizeof(list) / sizeof(list)[0], w)
static int find(const char *const *list, size_t n, struct word w)
{
    const char *const *hit = bsearch(&w, list, n, sizeof *list, by_word);
    return hit ? (int)(hit - list) : -1;
}

static int peek(const struct reader *r, size_t ahead)
{
    return r->at + ahead < r->n ? (unsigned char)r->s[r->at + ahead] : 0;
}

static bool starts_word(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
}

static bool digit(int c)
{
    return c >= '0' && c <= '9';
}

static void emit(struct reader *r, int code, uint32_t line)
{
    if (code == TYPE && r->before == TYPE)
        return;
    r->before = code;
    if (r->have < r->room)
        r->to[r->have] = (struct similar_token){ (uint16_t)code, r->file, line };
    r->have++;
}

static void step(struct reader *r)
{
    if (r->s[r->at++] == '\n') {
        r->line++;
        r->fresh = true;
    }
}

/* To the end of the line; one that ends in a backslash goes on. */
static void skip_line(struct reader *r)
{
    while (r->at < r->n && r->s[r->at] != '\n') {
        if (r->s[r->at] == '\\' && peek(r, 1) == '\r' && peek(r, 2) == '\n')
            r->at += 2;
        else if (r->s[r->at] == '\\' && peek(r, 1) == '\n')
            r->at++;
        step(r);
    }
}

static void skip_comment(struct reader *r)
{
    r->at += 2;
    while (r->at < r->n && !(r->s[r->at] == '*' && peek(r, 1) == '/'))
        step(r);
    r->at = r->at + 2 < r->n ? r->at + 2 : r->n;
}

/* A literal; without a partner on its line the quote ends there. */
static void read_quoted(struct reader *r, int quote)
{
    uint32_t line = r->line;
    for (r->at++; r->at < r->n && r->s[r->at] != '\n'; r->at++) {
        if (r->s[r->at] == quote) {
            r->at++;
            break;
        }
        if (r->s[r->at] == '\\' && r->at + 1 < r->n) {
            r->line += r->s[r->at + 1] == '\n';
            r->at++;
        }
    }
    emit(r, quote == '"' ? STRING : CHARACTER, line);
}

static void read_number(struct reader *r)
{
    r->at++;
    while (starts_word(peek(r, 0)) || digit(peek(r, 0)) || peek(r, 0) == '.' ||
           (peek(r, 0) == '\'' && (starts_word(peek(r, 1)) || digit(peek(r, 1)))) ||
           ((peek(r, 0) == '+' || peek(r, 0) == '-') && strchr("eEpP", r->s[r->at - 1])))
        r->at++;
    emit(r, NUMBER, r->line);
}

static struct word take_word(struct reader *r)
{
    struct word w = { r->s + r->at, 0 };
    while (starts_word(peek(r, 0)) || digit(peek(r, 0)))
        r->at++;
    w.n = (size_t)(r->s + r->at - w.s);
    return w;
}

static void read_word(struct reader *r)
{
    struct word w = take_word(r);
    int known = FIND(kept, w);
    if (FIND(dropped, w) >= 0)
        return;
    emit(r, known >= 0 ? WORDS + known : FIND(types, w) >= 0 ? TYPE : NAME, r->line);
}

/* At the # that begins a line. */
static void read_directive(struct reader *r)
{
    r->at++;
    while (peek(r, 0) == ' ' || peek(r, 0) == '\t')
        r->at++;
    size_t at = r->at;
    if (FIND(silent, take_word(r)) >= 0)
        skip_line(r);
    else
        r->at = at;
}

static void read_sign(struct reader *r, int c)
{
    if ((c == '<' || c == '>') && peek(r, 1) == c && peek(r, 2) == c) {
        r->at += 3;
        emit(r, c == '<' ? LAUNCH : LAUNCHED, r->line);
        return;
    }
    r->at++;
    if (c > ' ' && c != 127 && c != '{' && c != '}' && c != '\\')
        emit(r, c, r->line);
}

static void read_one(struct reader *r)
{
    int c = peek(r, 0);
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        step(r);
        return;
    }
    bool fresh = r->fresh;
    if (c == '/' && peek(r, 1) == '*') {
        skip_comment(r);
        return;
    }
    r->fresh = false;
    if (c == '/' && peek(r, 1) == '/')
        skip_line(r);
    else if (c == '#' && fresh)
        read_directive(r);
    else if (c == '"' || c == '\'')
        read_quoted(r, c);
    else if (digit(c) || (c == '.' && digit(peek(r, 1))))
        read_number(r);
    else if (starts_word(c))
        read_word(r);
    else
        read_sign(r, c);
}

size_t similar_lex(const char *text, size_t n, uint16_t file, struct similar_token *to, size_t room)
{
    struct reader r = { .s = text, .n = n, .line = 1, .fresh = true, .file = file, .to = to, .room = room };
    while (r.at < r.n)
        read_one(&r);
    return r.have;
}
