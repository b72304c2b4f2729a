/*
 * test_markdown.c: what a terminal gets to see. A row gives Markdown, a width, and the lines that
 * must come out, joined by '\n'.
 */
#include "curriculum/load/markdown.h"
#include "runner/base/term.h"
#include "runner/base/utf8.h"

#include <criterion/criterion.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

static char *lines_of(const struct markdown *m)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t k = 0; k < m->nlines; k++)
        fprintf(out, "%s%s", k ? "\n" : "", m->lines[k].text);
    fclose(out);
    return text;
}

static const struct {
    const char *text;
    int width;
    bool ascii;
    const char *lines;
} rows[] = {
    {"", 40, false, ""},
    {"\n\n\n", 40, false, ""},
    {"one two three", 10, false, "one two\nthree"},
    {"onetwothreefour", 10, false, "onetwothre\nefour"},
    {"a onetwothreefour", 10, false, "a\nonetwothre\nefour"},
    {"see https://a.example/b-c end", 10, false, "see\nhttps://a.example/b-c\nend"},
    {"- http://a.example/%20b", 10, false, "\u2022 http://a.example/%20b"},
    {"https-is-no-address", 10, false, "https-is-n\no-address"},
    /* a figure stays with its unit */
    {"some of 97 % here", 10, false, "some of\n97 % here"},
    {"reads at 3 TB/s.", 10, false, "reads at\n3 TB/s."},
    {"for two 10 sheep", 10, false, "for two 10\nsheep"},
    {"of the 9 s4 left", 10, false, "of the 9\ns4 left"},
    {"1234567 GFLOP/s", 10, false, "1234567\nGFLOP/s"},
    {"one\ntwo", 40, false, "one two"},
    {"one  \ntwo", 40, false, "one\ntwo"},
    {"one\n\ntwo", 40, false, "one\n\ntwo"},
    {"# Head\ntext", 40, false, "Head\n\ntext"},
    {"Head\n====\n\ntext", 40, false, "Head\n\ntext"},
    {"- a\n- b", 40, false, "\u2022 a\n\u2022 b"},
    {"- a\n- b", 40, true, "* a\n* b"},
    {"- a\n\n- b", 40, false, "\u2022 a\n\n\u2022 b"},
    {"3. c\n4. d", 40, false, "3. c\n4. d"},
    {"- long item text here", 12, false, "\u2022 long item\n  text here"},
    {"- a\n  - b\n    - c", 40, false, "\u2022 a\n  \u25e6 b\n    \u2022 c"},
    {"-\n- b", 40, false, "\u2022 \n\u2022 b"},
    {"text\n- a\n\nmore", 40, false, "text\n\n\u2022 a\n\nmore"},
    {"- a\n\n  para\n- b", 40, false, "\u2022 a\n\n  para\n\n\u2022 b"},
    {"text\n\n    a = b\n      c\n\nmore", 40, false, "text\n\n    a = b\n      c\n\nmore"},
    {"1. a\n2. b\n\n    x   y\n    z\n", 40, false, "1. a\n\n2. b\n\n       x   y\n       z"},
    {"- a\n\n    x   y\n    z\n\nend", 40, false, "\u2022 a\n\n      x   y\n      z\n\nend"},
    {"- [ ] open\n- [x] done", 40, false, "[ ] open\n[x] done"},
    {"> quoted text", 40, false, "\u2502 quoted text"},
    {"> quoted text", 12, true, "| quoted\n| text"},
    {"> a\n>\n> b", 40, true, "| a\n|\n| b"},
    {"> - a", 40, true, "| * a"},
    {"---", 10, true, "----------"},
    {"a `b c` d", 40, false, "a b c d"},
    {"[text](http://x.y)", 40, false, "text"},
    {"![alt](x.png)", 40, false, "alt"},
    {"a &lt; b &amp;&#65;&#x42; &times; &nope;", 40, false, "a < b &AB \u00d7 &nope;"},
    {"&#0;&#27;&#xd800;", 40, true, "???"},
    {"<b>raw</b>", 40, false, "<b>raw</b>"},
    {"```c\nint  x;\n\n\ty;\n```", 12, false, "int  x;\n\n    y;"},
    {"```\na very long line of code\n```", 10, false, "a very long line of code"},
    {"    indented", 40, false, "    indented"},
    {"- item\n\n  ```\n  code\n  ```", 40, true, "* item\n\n  code"},
    {"|a|b|\n|---|--:|\n|1|22|", 40, true, "a |  b\n--+---\n1 | 22"},
    {"|a|bb|c|\n|---|:-:|---|\n|1|x|3|", 40, true, "a | bb | c\n--+----+--\n1 | x  | 3"},
    {"|a|b|\n|---|---|\n|one two|three|", 12, true,
     "a    | b\n-----+------\none  | three\ntwo  | "},
    {"|head|b|c|\n|---|---|---|\n|1|2|3|\n|4|5|6|", 10, true,
     "head: 1\nb: 2\nc: 3\n\nhead: 4\nb: 5\nc: 6"},
    {"\u2264 \u00d7 \u2192 \u03bb \u4e2d \u2014", 40, true, "<= x -> lambda ? --"},
    {"\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d", 10, false, "\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\n\u4e2d"},
    {"e\u0301e\u0301e\u0301 x", 40, false, "e\u0301e\u0301e\u0301 x"},
    {"a\x1b[31mb\x07 \u202e c \xff d", 40, true, "a?[31mb? ? c ? d"},
    {"a\x1b[31mb\u202e", 40, false, "a\ufffd[31mb\ufffd"},
    {"```\na\x1b]0;x\x07\u2066\n```", 40, true, "a?]0;x??"},
    {"narrow", 1, false, "narrow"},
};

Test(markdown, lines)
{
    setlocale(LC_ALL, "C.UTF-8");
    for (size_t k = 0; k < LEN(rows); k++) {
        struct markdown *m =
            markdown_render(rows[k].text, strlen(rows[k].text), rows[k].width, rows[k].ascii);
        cr_assert(m);
        char *got = lines_of(m);
        cr_expect_str_eq(got, rows[k].lines, "%s\n---- got\n%s\n---- not\n%s", rows[k].text, got,
                         rows[k].lines);
        free(got);
        markdown_free(m);
    }
}

static const struct {
    const char *text;
    enum markdown_style style;
    const char *styled; /* the text of the first span of that style */
} styles[] = {
    {"# a", MARKDOWN_H1, "a"},
    {"## a", MARKDOWN_H2, "a"},
    {"### a", MARKDOWN_H3, "a"},
    {"###### a", MARKDOWN_H3, "a"},
    {"x **b** y", MARKDOWN_STRONG, "b"},
    {"x *e* y", MARKDOWN_EMPH, "e"},
    {"x ***b*** y", MARKDOWN_STRONG, "b"},
    {"x `c` y", MARKDOWN_CODE, "c"},
    {"# x `c` y", MARKDOWN_CODE, "c"},
    {"[l](u)", MARKDOWN_LINK, "l"},
    {"> q", MARKDOWN_QUOTE, "q"},
    {"- i", MARKDOWN_MARKER, "\u2022 "},
    {"```\nc\n```", MARKDOWN_CODEBLOCK, "c"},
    {"|h|\n|---|\n|c|", MARKDOWN_TABLE, "h"},
    {"***", MARKDOWN_RULE, "\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500"},
};

Test(markdown, styles)
{
    for (size_t k = 0; k < LEN(styles); k++) {
        struct markdown *m = markdown_render(styles[k].text, strlen(styles[k].text), 10, false);
        bool found = false;
        for (size_t l = 0; l < m->nlines && !found; l++) {
            for (size_t s = 0; s < m->lines[l].nspans && !found; s++) {
                const struct markdown_span *span = &m->lines[l].spans[s];
                if (span->style != styles[k].style)
                    continue;
                found = true;
                cr_expect_eq(span->len, strlen(styles[k].styled), "%s", styles[k].text);
                cr_expect_eq(memcmp(m->lines[l].text + span->start, styles[k].styled, span->len), 0,
                             "%s", styles[k].text);
            }
        }
        cr_expect(found, "%s has no span of its style", styles[k].text);
        markdown_free(m);
    }
}

Test(markdown, outline_links_and_languages)
{
    static const char text[] = "# One\n\ntext [a](http://a) and [b](http://b)\n\n## Two `x`\n\n"
                               "```cuda extra\ncode\n```\n\n```\nplain\n```\n";
    struct markdown *m = markdown_render(text, sizeof text - 1, 60, false);
    cr_assert_eq(m->nheadings, 2);
    cr_expect_str_eq(m->headings[0].text, "One");
    cr_expect_eq(m->headings[0].level, 1);
    cr_expect_eq(m->headings[0].line, 0);
    cr_expect_str_eq(m->headings[1].text, "Two x");
    cr_expect_eq(m->headings[1].level, 2);
    cr_expect_str_eq(m->lines[m->headings[1].line].text, "Two x");
    cr_assert_eq(m->nlinks, 2);
    cr_expect_str_eq(m->links[1], "http://b");
    size_t code = 0;
    for (size_t k = 0; k < m->nlines; k++) {
        if (!m->lines[k].lang)
            continue;
        cr_expect_str_eq(m->lines[k].lang, code ? "" : "cuda");
        code++;
    }
    cr_expect_eq(code, 2);
    markdown_free(m);
}

/* A page of ours has blanks in its headings; "(" and line breaks, too. */
Test(markdown, links_whose_targets_hold_blanks)
{
    static const struct {
        const char *text, *link, *shown, *told;
    } links[] = {
        {"see [the chase](ridge:g02#Mechanism/The chase) now", "ridge:g02#Mechanism/The chase", "see the chase now",
         "see the chase (ridge show 'g02#Mechanism/The chase') now"},
        {"[a b](ridge:g02#Math)", "ridge:g02#Math", "a b", "a b (ridge show g02#Math)"},
        {"[a](ridge:g02#One\n  two)", "ridge:g02#One two", "a", "a (ridge show 'g02#One two')"},
        {"[a](ridge:g02#One (and two))", "ridge:g02#One (and two)", "a", "a (ridge show 'g02#One (and two)')"},
        {"[a](ridge:g02#A lane's own)", "ridge:g02#A lane's own", "a", "a (ridge show \"g02#A lane's own\")"},
        {"[a](<ridge:g02#One two>)", "ridge:g02#One two", "a", "a (ridge show 'g02#One two')"},
        {"`[a](ridge:g02#One two)`", NULL, "[a](ridge:g02#One two)", "[a](ridge:g02#One two)"},
        {"```\n[a](ridge:g02#One two)\n```", NULL, "[a](ridge:g02#One two)", "[a](ridge:g02#One two)"},
        {"[a](ridge:g02#One two", NULL, "[a](ridge:g02#One two", "[a](ridge:g02#One two"},
        {"[a](http://x y)", NULL, "[a](http://x y)", "[a](http://x y)"},
        {"[a](http://x)", "http://x", "a", "a"},
    };
    for (size_t k = 0; k < sizeof links / sizeof links[0]; k++)
        for (int told = 0; told < 2; told++) {
            struct markdown *m = (told ? markdown_render_told : markdown_render)(links[k].text, strlen(links[k].text),
                                                                                 90, false);
            const char *want = told ? links[k].told : links[k].shown, *got = m->lines[m->nlines - 1].text;
            cr_expect_str_eq(got + strspn(got, " "), want, "%s: %s", links[k].text, got);
            cr_expect_eq(m->nlinks, links[k].link != NULL, "%s", links[k].text);
            cr_expect(!links[k].link || (m->nlinks && !strcmp(m->links[0], links[k].link)), "%s", links[k].text);
            markdown_free(m);
        }
}

/* Nesting, sizes and bytes that nobody writes: never a crash, always within the width. */
Test(markdown, abuse, .timeout = 60)
{
    static const char *const pieces[] = {"> ",    "- ",           "1. ", "* ",   "#",  "`",
                                         "```\n", "|a|\n|---|\n", "[",   "](",   "**", "&#",
                                         "\n",    "\\",           "<",   "\xff", "\t"};
    char *text = malloc(200000);
    for (size_t p = 0; p < LEN(pieces); p++) {
        size_t n = 0, len = strlen(pieces[p]);
        while (n + len < (p < 4 ? 2000 : 20000)) {
            memcpy(text + n, pieces[p], len);
            n += len;
        }
        for (int width = 1; width < 100; width += 33) {
            struct markdown *m = markdown_render(text, n, width, p & 1);
            cr_assert(m, "%s", pieces[p]);
            for (size_t k = 0; k < m->nlines; k++)
                if (!m->lines[k].lang)
                    cr_expect_leq(m->lines[k].width,
                                  width < MARKDOWN_MIN_WIDTH ? MARKDOWN_MIN_WIDTH : width);
            markdown_free(m);
        }
    }
    free(text);
}

Test(markdown, widths_and_code_points)
{
    static const struct {
        const char *text;
        uint32_t c;
        size_t used;
        int width;
    } points[] = {
        {"a", 'a', 1, 1},
        {"\xc3\xa9", 0xe9, 2, 1},
        {"\xe4\xb8\xad", 0x4e2d, 3, 2},
        {"\xf0\x9f\x98\x80", 0x1f600, 4, 2},
        {"\xcc\x81", 0x301, 2, 0},
        {"\xff", 0xfffd, 1, 1},
        {"\xc0\x80", 0xfffd, 1, 1},
        {"\xed\xa0\x80", 0xfffd, 1, 1},
        {"\xe4\xb8", 0xfffd, 1, 1},
        {"\xf5\x80\x80\x80", 0xfffd, 1, 1},
    };
    for (int utf8 = 0; utf8 < 2; utf8++) {
        setlocale(LC_ALL, utf8 ? "C.UTF-8" : "C");
        for (size_t k = 0; k < LEN(points); k++) {
            size_t used;
            uint32_t c = utf8_decode(points[k].text, strlen(points[k].text), &used);
            cr_expect_eq(c, points[k].c, "row %zu", k);
            cr_expect_eq(used, points[k].used, "row %zu", k);
            cr_expect_eq(utf8_width(c), points[k].width, "row %zu, %s", k, utf8 ? "UTF-8" : "C");
        }
    }
    for (uint32_t c = 1; c < 0x110000; c += 7) {
        char buf[4];
        size_t used, n = utf8_put(c, buf);
        if (c >= 0xd800 && c < 0xe000)
            continue;
        cr_assert_eq(utf8_decode(buf, n, &used), c);
        cr_assert_eq(used, n);
    }
}

/* Only a whole quote that begins with the word. */
Test(markdown, answers_are_known)
{
    static const char text[] =
        "1. Why?\n\n> Answer: because\n> of\n> > Answer: a quote in it\n\nText.\n\n> Answers differ.\n\n"
        "> *Answer*: two\n>\n> paragraphs\n\n- item\n\n  > Answer: in a list\n\nAnswer: no quote";
    for (int ascii = 0; ascii < 2; ascii++) {
        struct markdown *m = markdown_render(text, strlen(text), 40, ascii);
        cr_assert(m);
        cr_assert_eq(m->nanswers, 3, "%zu", m->nanswers);
        static const char *const first[] = {"because", "two", "in a list"};
        for (size_t k = 0; k < 3; k++) {
            size_t from = m->answers[k].from, to = m->answers[k].to;
            cr_expect(strstr(m->lines[from].text, first[k]), "%zu: %s", k, m->lines[from].text);
            cr_expect(to > from && to <= m->nlines);
            cr_expect(to == m->nlines || !strstr(m->lines[to].text, "nswer"), "%s", m->lines[to].text);
        }
        cr_expect(strstr(m->lines[m->answers[1].to - 1].text, "paragraphs"));
        markdown_free(m);
    }
}

Test(term, a_figure_stays_with_its_unit)
{
    static const struct {
        const char *text;
        int width;
        const char *line, *rest;
    } t[] = {
        { "some of 97 % here", 10, "some of", "97 % here" },
        { "some of 97 % here", 11, "some of", "97 % here" },
        { "some of 97 % here", 12, "some of 97 %", "here" },
        { "took 16.3 µs.", 10, "took", "16.3 µs." },
        { "3.35 TB/s", 6, "3.35", "TB/s" }, /* where no other blank is, this one has to do */
        { "some 10 sheep", 8, "some 10", "sheep" },
        { "the 9 s4 left", 6, "the 9", "s4 left" },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        size_t next, used = term_break(t[k].text, t[k].width, &next);
        cr_expect(used == strlen(t[k].line) && !strncmp(t[k].text, t[k].line, used), "'%.*s'", (int)used, t[k].text);
        cr_expect_str_eq(t[k].text + next, t[k].rest);
    }
}
