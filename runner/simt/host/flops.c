/*
 * flops.c: what one x86 instruction computes, as a profiler counts it: an addition, subtraction,
 * multiplication, division or square root is one FLOP for each element, a fused multiply-add two. Minimum,
 * maximum, comparison, conversion and negation are none: on a GPU they are not in the FLOP counters either.
 */
#include "map.h"
#include "program_elf.h"

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

void flops_marks(const struct elf_program *program,
                 void (*each)(uint64_t at, unsigned kind, unsigned count, void *data), void *data)
{
    struct elf_part s;
    for (int k = 0; elf_program_section(program, "simt_flops", k, &s); k++)
        for (size_t q = 0; q + 2 <= s.size / 8; q += 2) {
            uint64_t word[2];
            memcpy(word, s.bytes + q * 8, sizeof word);
            each(word[0], (unsigned)(word[1] >> 32), (unsigned)word[1], data);
        }
}
