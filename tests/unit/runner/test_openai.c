/* Bodies of requests and documents of answers: what is taken, what is refused and why, and streams that add up. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/js.h"
#include "runner/serve/openai.h"

enum { ROOM = 100 };

static int ask(const char *body, bool chat, struct openai_ask *a, struct openai_fault *f)
{
    return openai_read(body, strlen(body), chat, ROOM, a, f);
}

Test(openai, a_prompt_begins_a_document)
{
    struct openai_ask a;
    struct openai_fault f;
    cr_assert_eq(ask("{\"prompt\":\"ab\"}", false, &a, &f), 0);
    cr_expect_str_eq(a.prompt.s, "\nab");
    cr_expect_eq(a.want, 16, "as OpenAI's, who names no length");
    openai_finish(&a);
    cr_assert_eq(ask("{\"messages\":[{\"role\":\"user\",\"content\":\"ab\"}]}", true, &a, &f), 0);
    cr_expect_eq(a.want, ROOM - 3, "as much as there is room for, where that is less than 128");
    openai_finish(&a);
    cr_assert_eq(ask("{\"prompt\":[\"\\nab\"],\"max_tokens\":7}", false, &a, &f), 0);
    cr_expect_str_eq(a.prompt.s, "\nab");
    cr_expect_eq(a.want, 7);
    openai_finish(&a);
}

Test(openai, what_was_said_stands_one_below_the_other)
{
    struct openai_ask a;
    struct openai_fault f;
    cr_assert_eq(ask("{\"messages\":[{\"role\":\"system\",\"content\":\"x\"},{\"role\":\"user\",\"content\":[{\"type\":"
                     "\"text\",\"text\":\"y\"},{\"type\":\"text\",\"text\":\"z\"}]}],\"max_completion_tokens\":3,"
                     "\"stream\":true}", true, &a, &f), 0);
    cr_expect_str_eq(a.prompt.s, "\nx\nyz");
    cr_expect(a.stream && a.want == 3);
    openai_finish(&a);
}

Test(openai, what_cannot_be_had_is_refused_by_name)
{
    static const struct { const char *body, *param; int status; } t[] = {
        { "{\"prompt\":\"a\",\"temperature\":0.7}", "temperature", 400 },
        { "{\"prompt\":\"a\",\"n\":2}", "n", 400 },
        { "{\"prompt\":\"a\",\"logprobs\":1}", "logprobs", 400 },
        { "{\"prompt\":\"a\",\"model\":\"gpt-4o\"}", "model", 404 },
        { "{\"prompt\":\"a\",\"stop\":[\"\"]}", "stop", 400 },
        { "{\"prompt\":\"a\",\"stop\":[\"1\",\"2\",\"3\",\"4\",\"5\"]}", "stop", 400 },
        { "{\"prompt\":\"a\",\"max_tokens\":0}", "max_tokens", 400 },
        { "{\"prompt\":\"a\",\"max_tokens\":99}", "prompt", 400 },
        { "{\"prompt\":[\"a\",\"b\"]}", "prompt", 400 },
        { "{\"prompt\":\"a\",\"stream\":1}", "stream", 400 },
        { "{}", "prompt", 400 },
    };
    for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
        struct openai_ask a;
        struct openai_fault f;
        cr_assert_eq(ask(t[k].body, false, &a, &f), -1, "%s", t[k].body);
        cr_expect_str_eq(f.param, t[k].param, "%s", t[k].body);
        cr_expect_eq(f.status, t[k].status);
        cr_expect(*f.text);
    }
}

Test(openai, what_changes_nothing_is_taken)
{
    struct openai_ask a;
    struct openai_fault f;
    cr_assert_eq(ask("{\"prompt\":\"a\",\"temperature\":0,\"n\":1,\"logprobs\":null,\"echo\":false,\"user\":\"me\","
                     "\"model\":\"microlm\",\"top_p\":1}", false, &a, &f), 0, "%s", f.text);
    openai_finish(&a);
}

/* Says `bytes`, all at once or with a piece asked for after each; the text of all pieces, joined. */
static char *said(const char *body, const char *bytes, const char **why)
{
    struct openai_ask a;
    struct openai_fault f;
    struct openai_said s = { .id = 1 };
    struct text all = { 0 };
    cr_assert_eq(ask(body, false, &a, &f), 0);
    text_add(&all, "", 0);
    for (; *bytes; bytes++) {
        openai_add(&s, &a, (unsigned char)*bytes);
        char *piece = openai_piece(&a, &s), *rest = piece;
        for (char *line; (line = strsep(&rest, "\n"));) {
            json_t *j = strncmp(line, "data: {", 7) ? NULL : json_loads(line + 6, 0, NULL);
            const char *t = js_text(json_array_get(json_object_get(j, "choices"), 0), "text");
            text_add(&all, t, strlen(t));
            json_decref(j);
        }
        free(piece);
        if (s.why)
            break;
    }
    *why = s.why;
    openai_said_finish(&s);
    openai_finish(&a);
    return all.s;
}

Test(openai, a_stream_adds_up)
{
    static const struct { const char *body, *bytes, *text, *why; } t[] = {
        { "{\"prompt\":\"a\",\"max_tokens\":5}", "hello", "hello", "length" },
        { "{\"prompt\":\"a\",\"stop\":\"ll\"}", "hello", "he", "stop" },
        { "{\"prompt\":\"a\",\"stop\":\"lo!\",\"max_tokens\":5}", "hello", "hello", "length" },
        { "{\"prompt\":\"a\",\"stop\":[\"zz\",\"l\"]}", "hello", "he", "stop" },
        { "{\"prompt\":\"a\",\"stop\":\"h\"}", "hello", "", "stop" },
        { "{\"prompt\":\"a\",\"max_tokens\":3}", "\xe2\x82\xac", "\xe2\x82\xac", "length" },
        { "{\"prompt\":\"a\",\"max_tokens\":3}", "a\xe2\x82", "a\xef\xbf\xbd\xef\xbf\xbd", "length" },
        { "{\"prompt\":\"a\",\"max_tokens\":2}", "\xff""b", "\xef\xbf\xbd""b", "length" },
    };
    for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
        const char *why = NULL;
        char *text = said(t[k].body, t[k].bytes, &why);
        cr_expect_str_eq(text, t[k].text, "%s says %s", t[k].body, text);
        cr_expect_str_eq(why, t[k].why);
        free(text);
    }
}

Test(openai, a_character_goes_out_whole)
{
    struct openai_ask a;
    struct openai_fault f;
    struct openai_said s = { .id = 1 };
    cr_assert_eq(ask("{\"prompt\":\"a\",\"max_tokens\":9}", false, &a, &f), 0);
    openai_add(&s, &a, 0xe2);
    cr_expect_null(openai_piece(&a, &s));
    openai_add(&s, &a, 0x82);
    cr_expect_null(openai_piece(&a, &s));
    openai_add(&s, &a, 0xac);
    char *piece = openai_piece(&a, &s);
    cr_expect(piece && strstr(piece, "\xe2\x82\xac"));
    free(piece);
    openai_said_finish(&s);
    openai_finish(&a);
}

Test(openai, a_document_tells_what_was_used)
{
    struct openai_ask a;
    struct openai_fault f;
    struct openai_said s = { .id = 7, .created = 5 };
    cr_assert_eq(ask("{\"messages\":[{\"role\":\"user\",\"content\":\"abc\"}],\"max_tokens\":2}", true, &a, &f), 0);
    openai_add(&s, &a, 'o');
    openai_add(&s, &a, 'k');
    char *text = openai_whole(&a, &s);
    json_t *j = json_loads(text, 0, NULL), *one = json_array_get(json_object_get(j, "choices"), 0);
    cr_expect(js_is(j, "object", "chat.completion") && js_is(j, "id", "chatcmpl-7"));
    cr_expect(js_is(json_object_get(one, "message"), "content", "ok") && js_is(one, "finish_reason", "length"));
    cr_expect_eq(js_number(json_object_get(j, "usage"), "total_tokens"), 6);
    json_decref(j);
    free(text);
    openai_said_finish(&s);
    openai_finish(&a);
}
