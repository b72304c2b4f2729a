/*
 * flops.c: what one x86 instruction computes, as a profiler counts it: an addition, subtraction,
 * multiplication, division or square root is one FLOP for each element, a fused multiply-add two. Minimum,
 * maximum, comparison, conversion and negation are none: on a GPU they are not in the FLOP counters either.
 */
#include "map.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FLOP for each element of an operation named without its type, 0: none. */
static unsigned weight(const char *op, size_t n)
{
    static const struct {
        const char *name;
        unsigned flop;
    } t[] = {{"add", 1},       {"sub", 1},       {"mul", 1},       {"div", 1},       {"sqrt", 1},
             {"hadd", 1},      {"hsub", 1},      {"addsub", 1},    {"fmadd132", 2},  {"fmadd213", 2},
             {"fmadd231", 2},  {"fmsub132", 2},  {"fmsub213", 2},  {"fmsub231", 2},  {"fnmadd132", 2},
             {"fnmadd213", 2}, {"fnmadd231", 2}, {"fnmsub132", 2}, {"fnmsub213", 2}, {"fnmsub231", 2}};
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        if (strlen(t[k].name) == n && !memcmp(t[k].name, op, n))
            return t[k].flop;
    return 0;
}

int flops_of(const char *mnemonic, const char *operands, uint32_t flops[FLOPS_KINDS])
{
    const char *op = mnemonic[0] == 'v' ? mnemonic + 1 : mnemonic;
    size_t n = strlen(op);
    if (n < 5 || (op[n - 2] != 's' && op[n - 2] != 'p') || (op[n - 1] != 's' && op[n - 1] != 'd'))
        return 0;
    unsigned each = weight(op, n - 2), elements = 1;
    if (!each)
        return 0;
    int is_double = op[n - 1] == 'd';
    if (op[n - 2] == 'p')
        elements = (strstr(operands, "%zmm")   ? 64u
                    : strstr(operands, "%ymm") ? 32u
                                               : 16u) /
                   (is_double ? 8u : 4u);
    flops[is_double ? FLOPS_F64 : FLOPS_F32] += each * elements;
    return 1;
}

/* A '(' opens the parameters unless it belongs to operator(), to a lambda's name or to (anonymous namespace).
 */
void function_name(char *s)
{
    int angle = 0, brace = 0;
    for (char *c = s; *c; c++) {
        if (!strncmp(c, "operator", 8) && (c == s || c[-1] == ':' || c[-1] == ' ')) {
            c += 8;
            while (*c && strchr("<>=!+-*/%&|^~[]", *c))
                c++;
            if (c[0] == '(' && c[1] == ')')
                c += 2;
            if (!*c)
                return;
        }
        if (*c == '{')
            brace++;
        else if (*c == '}')
            brace -= brace > 0;
        else if (*c == '<')
            angle++;
        else if (*c == '>')
            angle -= angle > 0;
        else if (*c == '(' && !strncmp(c, "(anonymous namespace)", 21))
            c += 20;
        else if (*c == '(' && !angle && !brace) {
            *c = 0;
            break;
        }
    }
    /* a template's name begins with its result: "void f<int>" */
    int depth = 0;
    for (char *c = s; *c; c++) {
        if (*c == '<' || *c == '{' || *c == '(')
            depth++;
        else if (*c == '>' || *c == '}' || *c == ')')
            depth -= depth > 0;
        else if (*c == ' ' && !depth && strncmp(c + 1, "const", 5) &&
                 (c - s < 8 || strncmp(c - 8, "operator", 8))) {
            memmove(s, c + 1, strlen(c + 1) + 1);
            c = s - 1;
        }
    }
}

/* ---- marks --------------------------------------------------------------------------------------------- */

/* What an ELF file says of itself is not to be believed: every offset is held against the file's size. */
static void *section_bytes(FILE *f, const Elf64_Shdr *s, uint64_t file_size)
{
    if (s->sh_type != SHT_PROGBITS && s->sh_type != SHT_STRTAB)
        return NULL;
    if (s->sh_offset > file_size || s->sh_size > file_size - s->sh_offset || s->sh_size > 64u << 20)
        return NULL;
    char *b = malloc(s->sh_size + 1);
    if (b && (fseek(f, (long)s->sh_offset, SEEK_SET) || fread(b, 1, s->sh_size, f) != s->sh_size)) {
        free(b);
        return NULL;
    }
    if (b)
        b[s->sh_size] = 0;
    return b;
}

static void each_mark(const uint64_t *word, size_t n, void (*each)(uint64_t, unsigned, unsigned, void *),
                      void *data)
{
    for (size_t k = 0; k + 1 < n; k += 2)
        each(word[k], (unsigned)(word[k + 1] >> 32), (unsigned)word[k + 1], data);
}

void flops_marks(const char *program, void (*each)(uint64_t at, unsigned kind, unsigned count, void *data),
                 void *data)
{
    enum { SECTIONS = 4096 };
    FILE *f = fopen(program, "rb");
    Elf64_Ehdr h;
    if (!f)
        return;
    Elf64_Shdr *s = calloc(SECTIONS, sizeof *s);
    long size = fseek(f, 0, SEEK_END) ? 0 : ftell(f);
    rewind(f);
    if (s && size > 0 && fread(&h, sizeof h, 1, f) == 1 && !memcmp(h.e_ident, ELFMAG, SELFMAG) &&
        h.e_shentsize == sizeof *s && h.e_shnum <= SECTIONS && h.e_shstrndx < h.e_shnum &&
        !fseek(f, (long)h.e_shoff, SEEK_SET) && fread(s, sizeof *s, h.e_shnum, f) == h.e_shnum) {
        const Elf64_Shdr *names = &s[h.e_shstrndx];
        char *name = section_bytes(f, names, (uint64_t)size);
        for (int k = 0; name && k < h.e_shnum; k++) {
            if (s[k].sh_name >= names->sh_size || strcmp(name + s[k].sh_name, "simt_flops"))
                continue;
            uint64_t *word = section_bytes(f, &s[k], (uint64_t)size);
            if (word)
                each_mark(word, s[k].sh_size / 8, each, data);
            free(word);
        }
        free(name);
    }
    free(s);
    fclose(f);
}
