/*
 * Any bytes as two sources: every token has its line, the comparison ends, and the page lets no markup through.
 * sources: grader/similar/similar.c grader/similar/similar_lex.c grader/similar/similar_html.c grader/page/html.c
 * sources: runner/base/err.c
 * sources: runner/base/words.c
 * sources: grader/class/late.c runner/base/utf8.c runner/base/util.c runner/base/memory.c -ljansson -lsodium -lm
 */
#include "fuzz.h"

#include "grader/similar/similar_boxed.h"
#include "grader/similar/similar.h"

#include <string.h>

static void check_tokens(const char *s, size_t n)
{
    static struct similar_token token[4096];
    size_t had = similar_lex(s, n, 3, token, 4096), lines = 1;
    for (size_t k = 0; k < n; k++)
        lines += s[k] == '\n';
    MUST(had <= n);
    for (size_t k = 0; k < had && k < 4096; k++) {
        MUST(token[k].code != SIMILAR_BREAK && token[k].file == 3);
        MUST(token[k].line <= lines && (!k || token[k].line >= token[k - 1].line));
    }
}

static json_t *document(const char *who, const char *s, size_t n)
{
    json_t *text = json_stringn(s, n); /* NULL: no UTF-8 */
    return json_pack("{s:s, s:s, s:[{s:s, s:o}]}", "who", who, "role", "class", "files", "name", "a.c", "text",
                     text ? text : json_string(""));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *s = (const char *)data;
    size_t half = size / 2;
    check_tokens(s, size);
    json_t *question = json_pack("{s:[o, o], s:i}", "documents", document("a", s, half),
                                 document("<b>", s + half, size - half), "limit", 5);
    json_t *answer = similar_ask(question);
    struct text page = { 0 };
    MUST(answer);
    similar_html("t", answer, question, &page);
    MUST(!strstr(text_str(&page), "<script") && !strchr(text_str(&page), 27));
    text_finish(&page);
    json_decref(answer);
    json_decref(question);
    return 0;
}
