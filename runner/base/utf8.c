/* utf8.c: decoding, width and ASCII equivalents. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "utf8.h"

#include <wchar.h>

uint32_t utf8_decode(const char *s, size_t n, size_t *ret_used)
{
    const unsigned char *p = (const unsigned char *)s;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    *ret_used = 1;
    if (p[0] < 0x80)
        return p[0];
    size_t len = p[0] >= 0xf0 && p[0] < 0xf5   ? 4
                 : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
                 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
                                               : 0;
    if (!len || len > n)
        return 0xfffd;
    uint32_t c = p[0] & (0xffu >> (len + 1));
    for (size_t k = 1; k < len; k++) {
        if ((p[k] & 0xc0) != 0x80)
            return 0xfffd;
        c = c << 6 | (p[k] & 0x3f);
    }
    if (c < least[len] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return 0xfffd;
    *ret_used = len;
    return c;
}

size_t utf8_put(uint32_t c, char out[4])
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3f));
        out[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3f));
    out[2] = (char)(0x80 | (c >> 6 & 0x3f));
    out[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

struct range {
    uint32_t from, to;
};

static int in(uint32_t c, const struct range *r, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (c >= r[k].from && c <= r[k].to)
            return 1;
    return 0;
}

int utf8_width(uint32_t c)
{
    static const struct range zero[] = {
        {0x300, 0x36f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}};
    static const struct range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},  {0x3041, 0xa4cf},
                                        {0xac00, 0xd7a3},   {0xf900, 0xfaff},  {0xfe30, 0xfe6f},
                                        {0xff00, 0xff60},   {0xffe0, 0xffe6},  {0x1f300, 0x1f64f},
                                        {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    if (c < 0x7f)
        return c >= 0x20;
    int w = wcwidth((wchar_t)c);
    if (w >= 0)
        return w;
    if (in(c, zero, sizeof zero / sizeof zero[0]))
        return 0;
    return in(c, wide, sizeof wide / sizeof wide[0]) ? 2 : 1;
}

int utf8_is_unsafe(uint32_t c)
{
    static const struct range bad[] = {{0, 0x1f},        {0x7f, 0x9f},      {0x200b, 0x200f},
                                       {0x2028, 0x202e}, {0x2060, 0x206f},  {0xfeff, 0xfeff},
                                       {0xfff9, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe0fff}};
    return in(c, bad, sizeof bad / sizeof bad[0]);
}

const char *utf8_to_ascii(uint32_t c)
{
    static const struct {
        uint32_t c;
        const char *ascii;
    } table[] = {
        {0xa0, " "},       {0xa7, "section "}, {0xb0, " deg"},     {0xb1, "+-"},
        {0xb2, "^2"},      {0xb3, "^3"},       {0xb5, "u"},        {0xb7, "*"},
        {0xb9, "^1"},      {0xbd, "1/2"},      {0xc4, "Ae"},       {0xd6, "Oe"},
        {0xd7, "x"},       {0xdc, "Ue"},       {0xdf, "ss"},       {0xe4, "ae"},
        {0xe9, "e"},       {0xe8, "e"},        {0xf6, "oe"},       {0xf7, "/"},
        {0xfc, "ue"},      {0x394, "Delta"},   {0x3a3, "sum"},     {0x3a9, "Omega"},
        {0x3b1, "alpha"},  {0x3b2, "beta"},    {0x3b3, "gamma"},   {0x3b4, "delta"},
        {0x3b5, "eps"},    {0x3bb, "lambda"},  {0x3bc, "u"},       {0x3c0, "pi"},
        {0x3c1, "rho"},    {0x3c3, "sigma"},   {0x3c4, "tau"},     {0x2009, " "},
        {0x2010, "-"},     {0x2011, "-"},      {0x2013, "-"},      {0x2014, "--"},
        {0x2018, "'"},     {0x2019, "'"},      {0x201c, "\""},     {0x201d, "\""},
        {0x2022, "*"},     {0x2026, "..."},    {0x202f, " "},      {0x2070, "^0"},
        {0x2074, "^4"},    {0x2075, "^5"},     {0x2076, "^6"},     {0x2077, "^7"},
        {0x2078, "^8"},    {0x2079, "^9"},     {0x207b, "^-"},     {0x207f, "^n"},
        {0x2080, "_0"},    {0x2081, "_1"},     {0x2082, "_2"},     {0x2190, "<-"},
        {0x2191, "^"},     {0x2192, "->"},     {0x2193, "v"},      {0x2194, "<->"},
        {0x21d2, "=>"},    {0x2208, "in"},     {0x2211, "sum"},    {0x2212, "-"},
        {0x221a, "sqrt"},  {0x221d, "~"},      {0x221e, "inf"},    {0x2225, "||"},
        {0x2248, "~"},     {0x2260, "!="},     {0x2261, "=="},     {0x2264, "<="},
        {0x2265, ">="},    {0x226a, "<<"},     {0x226b, ">>"},     {0x22c5, "*"},
        {0x2308, "ceil("}, {0x2309, ")"},      {0x230a, "floor("}, {0x230b, ")"},
        {0x2500, "-"},     {0x2502, "|"},      {0x2550, "="},      {0x2551, "|"},
        {0x25b2, "^"},     {0x25ba, ">"},      {0x25bc, "v"},      {0x25c4, "<"},
        {0x2713, "ok"},    {0x2717, "no"},     {0x2605, "*"},      {0x25b6, ">"},
        {0x25cf, "o"},     {0x25cb, "o"},      {0x2206, "Delta"},
    };
    static char plain[128][2];
    if (c < 0x80) {
        plain[c][0] = (char)c;
        return plain[c];
    }
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++)
        if (table[k].c == c)
            return table[k].ascii;
    if (c >= 0x2501 && c <= 0x257f)
        return "+"; /* corners and crossings of drawn boxes */
    if (c >= 0x2580 && c <= 0x259f)
        return "#";
    return "?";
}

int utf8_text_width(const char *p, size_t n)
{
    int width = 0;
    for (size_t k = 0, used; k < n; k += used)
        width += utf8_width(utf8_decode(p + k, n - k, &used));
    return width;
}

/* The letters of U+00C0 to U+017F and of U+1E00 to U+1EFF without their marks (UnicodeData.txt, and the strokes of
 * l, o, d, h and t); '.': it has no such letter. */
static const char latin[] =
    "aaaaaa.ceeeeiiii.nooooo.ouuuuy..aaaaaa.ceeeeiiii.nooooo.ouuuuy.y"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.llllll."
    ".llnnnnnn...oooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzz.";
static const char latin_more[] =
    "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm"
    "mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv"
    "wwwwwwwwwwxxxxyyzzzzzzhtwy......aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
    "eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......";

uint32_t utf8_without_marks(uint32_t u)
{
    char c = u >= 0xC0 && u < 0x180 ? latin[u - 0xC0] : u >= 0x1E00 && u < 0x1F00 ? latin_more[u - 0x1E00] : '.';
    return u >= 0x300 && u < 0x370 ? 0 : c == '.' ? u : (uint32_t)c;
}
