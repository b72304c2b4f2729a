/*
 * asm.h: the assembler of c05-warp-machine, for programs of your own. A line is `label: operation operands ; remark`.
 */
#ifndef C05_ASM_H
#define C05_ASM_H

#include "lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* By operation: d a b are registers, i is a number, t a label, m stands for [a + i]. */
static const struct {
    const char *name, *form;
} wm_form[WM_OPS] = {
    [WM_LI] = { "li", "di" },    [WM_ADD] = { "add", "dab" }, [WM_ADDI] = { "addi", "dai" },
    [WM_SUB] = { "sub", "dab" }, [WM_MUL] = { "mul", "dab" }, [WM_AND] = { "and", "dab" },
    [WM_SHR] = { "shr", "dab" }, [WM_SLT] = { "slt", "dab" }, [WM_LDG] = { "ldg", "dm" },
    [WM_STG] = { "stg", "mb" },  [WM_LDS] = { "lds", "dm" },  [WM_STS] = { "sts", "mb" },
    [WM_BZ] = { "bz", "at" },    [WM_JMP] = { "jmp", "t" },   [WM_BAR] = { "bar", "" },
    [WM_EXIT] = { "exit", "" },
};

/* Words of a line: all but letters, digits, '_', '-' and ':' parts them; a remark ends it. Returns how many. */
static inline int wm_words(const char *line, char word[8][24])
{
    int n = 0, at = 0;
    for (; *line && *line != '\n' && *line != ';' && n < 8; line++) {
        int part = !strchr("abcdefghijklmnopqrstuvwxyz0123456789_-:", *line);
        if (!part && at < 23)
            word[n][at++] = *line;
        if (at && (part || *line == ':'))
            word[n++][at] = 0, at = 0;
    }
    if (at && n < 8)
        word[n++][at] = 0;
    return n;
}

static inline int wm_label(const char *text, const char *name)
{
    int pc = 0;
    char word[8][24];
    for (const char *line = text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        int n = wm_words(line, word), has = n && strchr(word[0], ':') != NULL;
        if (has && !strncmp(word[0], name, strlen(word[0]) - 1) && strlen(name) == strlen(word[0]) - 1)
            return pc;
        pc += n > has;
    }
    return -1;
}

static inline int wm_operation(const char *name)
{
    for (int op = 0; op < WM_OPS; op++)
        if (!strcmp(wm_form[op].name, name))
            return op;
    return -1;
}

/* One instruction from its words. 0: right. */
static inline int wm_line(const char *text, int n, char word[8][24], wm_ins_t *ins)
{
    int op = wm_operation(word[0]), k = 1;
    *ins = (wm_ins_t){ .op = op };
    for (const char *f = op < 0 ? "" : wm_form[op].form; *f; f++) {
        int reg = k < n && word[k][0] == 'r' ? atoi(word[k] + 1) : -1;
        int32_t *to = *f == 'd' ? &ins->d : *f == 'b' ? &ins->b : &ins->a;
        if (*f == 'i')
            ins->imm = k < n ? atoi(word[k]) : 0;
        else if (*f == 't')
            ins->imm = k < n ? wm_label(text, word[k]) : -1;
        else
            *to = reg;
        if (k >= n || (*f == 't' && ins->imm < 0) || (*f != 't' && *f != 'i' && (reg < 0 || reg >= WM_REGS)))
            return -1;
        k++;
        if (*f == 'm' && k < n && word[k][0] != 'r') /* [r1 + 8] and [r1]; the next operand is a register */
            ins->imm = atoi(word[k++]);
    }
    return op >= 0 && k == n ? 0 : -1;
}

/* The instructions of `text` into code[max]: how many, or minus the number of the first line that makes no sense. */
static inline int wm_assemble(const char *text, wm_ins_t *code, int max)
{
    int pc = 0, number = 1;
    char word[8][24];
    for (const char *line = text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL, number++) {
        int n = wm_words(line, word), has = n && strchr(word[0], ':') != NULL;
        if (n > has && (pc == max || wm_line(text, n - has, word + has, &code[pc++])))
            return -number;
    }
    return pc;
}

/* An instruction as text; targets are numbers of instructions. */
static inline const char *wm_text(const wm_ins_t *ins, char text[48])
{
    int at = snprintf(text, 48, "%s", wm_form[ins->op].name);
    const char *sep = " ";
    for (const char *f = wm_form[ins->op].form; *f; f++, sep = ", ")
        if (*f == 'm')
            at += snprintf(text + at, (size_t)(48 - at), "%s[r%d + %d]", sep, ins->a, ins->imm);
        else if (*f == 'i' || *f == 't')
            at += snprintf(text + at, (size_t)(48 - at), "%s%d", sep, ins->imm);
        else
            at += snprintf(text + at, (size_t)(48 - at), "%sr%d", sep,
                           *f == 'd' ? ins->d : *f == 'b' ? ins->b : ins->a);
    return text;
}

#endif
