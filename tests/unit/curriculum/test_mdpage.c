/* test_mdpage.c: Markdown as a page's body: a row gives a text and what must come out. */
#include "curriculum/load/mdpage.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

/* A book that has one page, and no other. */
static bool leads(const char *link, bool code, char *ret, size_t n, void *data)
{
    (void)data;
    if (strcmp(link, code ? "w01" : "ridge:w01#Math"))
        return false;
    snprintf(ret, n, code ? "w01.html" : "w01.html#math");
    return true;
}

static const struct {
    const char *text, *page;
} rows[] = {
    { "", "" },
    { "one *two* **three** ~~four~~\nfive", "<p>one <em>two</em> <strong>three</strong> <del>four</del>\nfive</p>\n" },
    { "a\\\nb", "<p>a<br/>\nb</p>\n" },
    { "# T\n## Why\n### In short\n## Why", "<h1 id=\"t\">T</h1>\n<h2 id=\"why\">Why</h2>\n"
      "<h3 id=\"why--in-short\">In short</h3>\n<h2 id=\"why-2\">Why</h2>\n" },
    { "## 2 of `a`", "<h2 id=\"s-2-of-a\">2 of <code>a</code></h2>\n" },
    { "## \u00b7", "<h2 id=\"s-\">\u00b7</h2>\n" },
    { "<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n" },
    { "a & b &amp; c &lt; &bogus; &#65; &#0;", "<p>a &amp; b &amp; c &lt; &amp;bogus; A \ufffd</p>\n" },
    { "`a<b>` `w01` `w02`", "<p><code>a&lt;b&gt;</code> <a href=\"w01.html\"><code>w01</code></a> "
      "<code>w02</code></p>\n" },
    { "[x](ridge:w01#Math) [y](ridge:w09#Math) [z](javascript:alert) [`w01`](https://a.example/?b&c)",
      "<p><a href=\"w01.html#math\">x</a> y z <a href=\"https://a.example/?b&amp;c\"><code>w01</code></a></p>\n" },
    { "[x](ridge:w01#Math) [y](ridge:w01#A heading) `[z](ridge:w01#A heading)`",
      "<p><a href=\"w01.html#math\">x</a> y <code>[z](ridge:w01#A heading)</code></p>\n" },
    { "![alt](https://a.example/x.png)", "<p>alt</p>\n" },
    { "```c onload=\"x\"\na<b\n  c\n```", "<pre class=\"code c\"><code>a&lt;b\n  c\n</code></pre>\n" },
    { "```\na  b\n```", "<pre><code>a  b\n</code></pre>\n" },
    { "| a | b |\n|--:|:-:|\n| 1 | x |", "<div class=\"t\"><table>\n<thead><tr><th class=\"n\">a</th>"
      "<th class=\"m\">b</th></tr>\n</thead>\n<tbody><tr><td class=\"n\">1</td><td class=\"m\">x</td></tr>\n</tbody>\n</table></div>\n" },
    { "- a\n- [x] b", "<ul>\n<li>a</li>\n<li>\u2611 b</li>\n</ul>\n" },
    { "3. a\n\n   b", "<ol start=\"3\">\n<li><p>a</p>\n<p>b</p>\n</li>\n</ol>\n" },
    { "> said\n> > twice", "<blockquote>\n<p>said</p>\n<blockquote>\n<p>twice</p>\n</blockquote>\n</blockquote>\n" },
    { "> Answer: 2 \u00b7 3", "<details><summary>Answer</summary>\n<p>Answer: 2 \u00b7 3</p>\n</details>\n" },
    { "> Answers differ", "<blockquote>\n<p>Answers differ</p>\n</blockquote>\n" },
    { "a\x1b[31mb\xe2\x80\xae" "c\xff", "<p>a\\x1b[31mb\\xe2\\x80\\xaec\\xff</p>\n" },
};

Test(mdpage, rows)
{
    for (size_t k = 0; k < LEN(rows); k++) {
        struct mdpage p = { .leads = leads };
        struct text to = { 0 };
        cr_assert_eq(mdpage_add(&p, rows[k].text, strlen(rows[k].text), &to), 0);
        cr_expect_str_eq(text_str(&to), rows[k].page, "row %zu: %s", k, text_str(&to));
        text_finish(&to);
    }
}

Test(mdpage, a_title_may_be_left_out_and_levels_shifted)
{
    static const char text[] = "# The `x` & y\n## Why\n###### Deep";
    struct text title = { 0 }, to = { 0 };
    struct mdpage p = { .shift = 1, .untitled = true, .title = &title };
    cr_assert_eq(mdpage_add(&p, text, strlen(text), &to), 0);
    cr_expect_str_eq(text_str(&title), "The x &amp; y");
    cr_expect_str_eq(text_str(&to), "<h3 id=\"why\">Why</h3>\n<h6 id=\"why--deep\">Deep</h6>\n");
    text_finish(&title);
    text_finish(&to);
}

Test(mdpage, answers_may_stand_elsewhere)
{
    static const char text[] = "1. q\n\n   > Answer: *a*\n\n2. r\n\n   > Answer: b";
    struct text answers = { 0 }, to = { 0 };
    struct mdpage p = { .answers = &answers, .nanswers = 4 };
    cr_assert_eq(mdpage_add(&p, text, strlen(text), &to), 0);
    cr_expect_eq(p.nanswers, 6);
    cr_expect(strstr(text_str(&to), "<p class=\"fold\" id=\"asked-5\"><a href=\"#answer-5\">Answer 5</a></p>"));
    cr_expect(!strstr(text_str(&to), "<em>a</em>"));
    cr_expect(strstr(text_str(&answers), "<div id=\"answer-5\"><p class=\"fold\"><a href=\"#asked-5\">5</a></p>\n"
                                         "<p>Answer: <em>a</em></p>\n</div>\n<div id=\"answer-6\">"));
    text_finish(&answers);
    text_finish(&to);
}

Test(mdpage, ids_of_headings)
{
    static const struct {
        const char *heading, *id;
    } ids[] = {
        { "Mechanism/The ring is optimal", "mechanism--the-ring-is-optimal" },
        { "Why \u221ad", "why-d" },
        { "3 of 4", "s-3-of-4" },
        { "", "s-" },
        { "a/", "a--" },
    };
    char id[160], small[8];
    for (size_t k = 0; k < LEN(ids); k++) {
        mdpage_id(ids[k].heading, id, sizeof id);
        cr_expect_str_eq(id, ids[k].id);
    }
    mdpage_id("123456789", small, sizeof small);
    cr_expect(strlen(small) < sizeof small && !strncmp(small, "s-1", 3), "%s", small);
}
