/* See code.h. */
#include "code.h"

#include <stdlib.h>
#include <string.h>

/* Sorted. What is CUDA's own is marked with a '+' behind it. */
static const char *const words[] = {
    "__constant__+", "__device__+", "__global__+", "__host__+", "__launch_bounds__+", "__restrict__", "__shared__+",
    "__shfl_down_sync+", "__shfl_sync+", "__shfl_xor_sync+", "__syncthreads+", "__syncwarp+", "auto", "blockDim+",
    "blockIdx+", "bool", "break", "case", "char", "class", "const", "constexpr", "continue", "default", "do", "double",
    "else", "enum", "extern", "float", "for", "goto", "gridDim+", "if", "inline", "int", "long", "namespace",
    "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "template",
    "threadIdx+", "typedef", "typename", "union", "unsigned", "using", "void", "volatile", "warpSize+", "while",
};
enum { WORDS = sizeof words / sizeof words[0] };

int code_known(const char *lang)
{
    static const char *const known[] = { "c", "h", "cuda", "cu", "cuh", "cpp", "c++" };
    for (size_t k = 0; lang && k < sizeof known / sizeof known[0]; k++)
        if (!strcmp(known[k], lang))
            return 1;
    return 0;
}

static int is_word(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9') || c >= 0x80;
}

static enum code_token kind_of(const char *s, size_t n)
{
    size_t low = 0, high = WORDS;
    while (low < high) {
        size_t mid = low + (high - low) / 2, len = strcspn(words[mid], "+");
        int d = strncmp(words[mid], s, len < n ? len : n);
        if (!d && len == n)
            return words[mid][len] ? CODE_CUDA : CODE_KEYWORD;
        if (d < 0 || (!d && len < n))
            low = mid + 1;
        else
            high = mid;
    }
    return CODE_PLAIN;
}

static size_t comment(const char *s, size_t n, size_t from, int *inside)
{
    for (size_t k = from; k + 1 < n; k++)
        if (s[k] == '*' && s[k + 1] == '/') {
            *inside = 0;
            return k + 2;
        }
    *inside = 1;
    return n;
}

static size_t quoted(const char *s, size_t n)
{
    size_t k = 1;
    while (k < n && s[k] != s[0])
        k += s[k] == '\\' ? 2 : 1;
    return k < n ? k + 1 : n;
}

size_t code_next(const char *s, size_t n, int *inside, enum code_token *ret)
{
    size_t k = 0;
    *ret = CODE_COMMENT;
    if (*inside)
        return comment(s, n, 0, inside);
    if (n > 1 && s[0] == '/' && s[1] == '/')
        return n;
    if (n > 1 && s[0] == '/' && s[1] == '*')
        return comment(s, n, 2, inside);
    *ret = CODE_TEXT;
    if (n && (s[0] == '"' || s[0] == '\''))
        return quoted(s, n);
    while (k < n && is_word((unsigned char)s[k]))
        k++;
    *ret = k ? kind_of(s, k) : CODE_PLAIN;
    return k ? k : n > 0;
}
