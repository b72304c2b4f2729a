/* openai.c: bodies in, documents and events out. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "openai.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/js.h"
#include "runner/base/utf8.h"

#define MODEL "microlm"

/* ---- what is asked --------------------------------------------------------------------------------------- */

__attribute__((format(printf, 4, 5))) static int fault(struct openai_fault *f, const char *param, const char *code,
                                                       const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(f->text, sizeof f->text, fmt, ap);
    va_end(ap);
    f->status = 400;
    f->param = param;
    f->code = code;
    return -1;
}

/* What would change the answer and cannot: to leave it out in silence would be a wrong answer. */
static int refuse(const json_t *in, struct openai_fault *f)
{
    static const struct {
        const char *name;
        double only;
        const char *why;
    } numbers[] = {
        { "temperature", 0, "the engine says the likeliest byte each time" },
        { "n", 1, "there is one answer to a prompt" },
        { "best_of", 1, "there is one answer to a prompt" },
        { "presence_penalty", 0, "no byte is penalised" },
        { "frequency_penalty", 0, "no byte is penalised" },
    };
    static const char *const none[] = { "logprobs", "top_logprobs", "suffix", "echo", "tools", "functions",
                                        "logit_bias", "response_format", "audio" };
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        const json_t *v = json_object_get(in, numbers[k].name);
        if (v && !json_is_null(v) && (!json_is_number(v) || json_number_value(v) != numbers[k].only))
            return fault(f, numbers[k].name, "unsupported_value", "%s can be %g and nothing else here: %s.",
                         numbers[k].name, numbers[k].only, numbers[k].why);
    }
    for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
        const json_t *v = json_object_get(in, none[k]);
        if (v && !json_is_null(v) && !json_is_false(v))
            return fault(f, none[k], "unsupported_parameter", "%s is not to be had here: leave it out.", none[k]);
    }
    return 0;
}

static int read_flags(const json_t *in, struct openai_ask *a, struct openai_fault *f)
{
    const json_t *stream = json_object_get(in, "stream"), *model = json_object_get(in, "model");
    if (stream && !json_is_boolean(stream) && !json_is_null(stream))
        return fault(f, "stream", NULL, "stream is true or false.");
    if (model && !js_is(in, "model", MODEL)) {
        fault(f, "model", "model_not_found", "The model served here is \"" MODEL "\".");
        f->status = 404;
        return -1;
    }
    a->stream = json_is_true(stream);
    a->usage = json_is_true(json_object_get(json_object_get(in, "stream_options"), "include_usage"));
    return 0;
}

static int read_want(const json_t *in, struct openai_ask *a, struct openai_fault *f)
{
    const char *name = a->chat && json_object_get(in, "max_completion_tokens") ? "max_completion_tokens" : "max_tokens";
    const json_t *v = json_object_get(in, name);
    a->want = a->chat ? OPENAI_CHAT_WANT : OPENAI_WANT;
    if (!v || json_is_null(v))
        return 0;
    if (!json_is_integer(v) || json_integer_value(v) < 1 || json_integer_value(v) > INT32_MAX / 2)
        return fault(f, name, NULL, "%s is a whole number from 1 on: how many bytes to say.", name);
    a->want = (int)json_integer_value(v);
    return 1;
}

static int add_stop(struct openai_ask *a, int k, const json_t *v, struct openai_fault *f)
{
    if (!json_is_string(v) || !json_string_length(v) || strlen(json_string_value(v)) != json_string_length(v) ||
        k == OPENAI_STOPS)
        return fault(f, "stop", NULL, "stop is a text, or up to %d of them; none of them empty.", OPENAI_STOPS);
    a->stop[k] = strdup(json_string_value(v));
    return 0;
}

static int read_stops(const json_t *in, struct openai_ask *a, struct openai_fault *f)
{
    const json_t *v = json_object_get(in, "stop"), *one;
    size_t k;
    if (!v || json_is_null(v))
        return 0;
    if (!json_is_array(v))
        return add_stop(a, 0, v, f);
    json_array_foreach(v, k, one)
        if (add_stop(a, (int)(k < OPENAI_STOPS ? k : OPENAI_STOPS), one, f))
            return -1;
    return 0;
}

static void add_text(struct text *t, const json_t *v)
{
    text_add(t, json_string_value(v), json_string_length(v));
}

static int read_prompt(const json_t *in, struct openai_ask *a, struct openai_fault *f)
{
    const json_t *v = json_object_get(in, "prompt");
    if (json_is_array(v) && json_array_size(v) == 1)
        v = json_array_get(v, 0);
    if (!json_is_string(v))
        return fault(f, "prompt", NULL, "prompt is a text; for several prompts ask several times.");
    if (*json_string_value(v) != '\n')
        text_add(&a->prompt, "\n", 1);
    add_text(&a->prompt, v);
    return 0;
}

/* A text, or parts of one: {"type": "text", "text": …}. */
static int add_content(struct openai_ask *a, const json_t *content, struct openai_fault *f)
{
    const json_t *part;
    size_t k;
    if (json_is_string(content)) {
        add_text(&a->prompt, content);
        return 0;
    }
    json_array_foreach(content, k, part) {
        if (!js_is(part, "type", "text") || !json_is_string(json_object_get(part, "text")))
            return fault(f, "messages", NULL, "A part of a message's content is a text here.");
        add_text(&a->prompt, json_object_get(part, "text"));
    }
    return json_is_array(content) ? 0 : fault(f, "messages", NULL, "A message's content is a text, or parts of one.");
}

/* microlm has learnt no roles: what was said stands one below the other, and it goes on from there. */
static int read_messages(const json_t *in, struct openai_ask *a, struct openai_fault *f)
{
    const json_t *list = json_object_get(in, "messages"), *m;
    size_t k;
    if (!json_array_size(list))
        return fault(f, "messages", NULL, "messages is a list of {\"role\", \"content\"}, with one at least.");
    json_array_foreach(list, k, m) {
        if (!json_is_string(json_object_get(m, "role")))
            return fault(f, "messages", NULL, "Message %zu has no role.", k);
        text_add(&a->prompt, "\n", 1);
        if (add_content(a, json_object_get(m, "content"), f))
            return -1;
    }
    return 0;
}

/* A request that named no length gets no more than there is room for. */
static int fit(struct openai_ask *a, int named, int room, struct openai_fault *f)
{
    int left = a->prompt.len < (size_t)room ? room - (int)a->prompt.len : 0;
    if (left < 1 || (named && a->want > left))
        return fault(f, a->chat ? "messages" : "prompt", "context_length_exceeded",
                     "A prompt and its answer are at most %d bytes: the prompt has %zu, with the newline before it, "
                     "and %d are asked for.", room, a->prompt.len, a->want);
    a->want = a->want > left ? left : a->want;
    return 0;
}

static int read_all(const json_t *in, int room, struct openai_ask *a, struct openai_fault *f)
{
    int named;
    if (refuse(in, f) || read_flags(in, a, f) || (named = read_want(in, a, f)) < 0 || read_stops(in, a, f) ||
        (a->chat ? read_messages(in, a, f) : read_prompt(in, a, f)))
        return -1;
    return fit(a, named, room, f);
}

int openai_read(const char *body, size_t n, bool chat, int room, struct openai_ask *ret, struct openai_fault *f)
{
    json_error_t je;
    json_t *in = json_loadb(body, n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &je);
    *ret = (struct openai_ask){ .chat = chat };
    *f = (struct openai_fault){ 0 };
    int rc = json_is_object(in) ? read_all(in, room, ret, f)
                                : fault(f, NULL, NULL, "The body is no JSON object: %s", in ? "" : je.text);
    json_decref(in);
    if (rc)
        openai_finish(ret);
    return rc;
}

void openai_finish(struct openai_ask *a)
{
    text_finish(&a->prompt);
    for (int k = 0; k < OPENAI_STOPS; k++)
        free(a->stop[k]);
    *a = (struct openai_ask){ 0 };
}

/* ---- what is said ---------------------------------------------------------------------------------------- */

static const char *found_stop(const struct text *t, const struct openai_ask *a)
{
    const char *first = NULL;
    for (int k = 0; k < OPENAI_STOPS && a->stop[k]; k++) {
        const char *at = memmem(t->s, t->len, a->stop[k], strlen(a->stop[k]));
        first = at && (!first || at < first) ? at : first;
    }
    return first;
}

void openai_add(struct openai_said *s, const struct openai_ask *a, int byte)
{
    char c = (char)byte;
    if (s->why)
        return;
    text_add(&s->text, &c, 1);
    s->bytes++;
    const char *stop = found_stop(&s->text, a);
    if (stop) {
        s->text.len = (size_t)(stop - s->text.s);
        s->why = "stop";
    } else if (s->bytes == a->want) {
        s->why = "length";
    }
}

void openai_said_finish(struct openai_said *s)
{
    text_finish(&s->text);
}

/* Bytes as JSON's text; what is no UTF-8 becomes U+FFFD. */
static json_t *as_text(const char *p, size_t n)
{
    struct text t = { 0 };
    while (n) {
        size_t used;
        char out[4];
        text_add(&t, out, utf8_put(utf8_decode(p, n, &used), out));
        p += used;
        n -= used;
    }
    json_t *j = json_stringn(text_str(&t), t.len);
    text_finish(&t);
    return j;
}

static json_t *used(const struct openai_ask *a, const struct openai_said *s)
{
    return json_pack("{s:I s:i s:I}", "prompt_tokens", (json_int_t)a->prompt.len, "completion_tokens", s->bytes,
                     "total_tokens", (json_int_t)a->prompt.len + s->bytes);
}

/* The document around `choices`, which it takes over. */
static json_t *frame(const struct openai_ask *a, const struct openai_said *s, json_t *choices)
{
    char id[40];
    snprintf(id, sizeof id, "%s-%ld", a->chat ? "chatcmpl" : "cmpl", s->id);
    return json_pack("{s:s s:s s:I s:s s:o}", "id", id, "object",
                     !a->chat    ? "text_completion"
                     : a->stream ? "chat.completion.chunk"
                                 : "chat.completion",
                     "created", (json_int_t)s->created, "model", MODEL, "choices", choices);
}

static json_t *choice(const char *key, json_t *value, const char *why)
{
    return json_pack("[{s:i s:o s:n s:s?}]", "index", 0, key, value, "logprobs", "finish_reason", why);
}

static char *dumped(json_t *j)
{
    char *s = json_dumps(j, JSON_COMPACT);
    json_decref(j);
    return s;
}

char *openai_whole(const struct openai_ask *a, const struct openai_said *s)
{
    json_t *text = as_text(text_str(&s->text), s->text.len);
    json_t *answer = a->chat ? choice("message", json_pack("{s:s s:o s:n}", "role", "assistant", "content", text,
                                                           "refusal"), s->why)
                             : choice("text", text, s->why);
    json_t *all = frame(a, s, answer);
    json_object_set_new(all, "usage", used(a, s));
    return dumped(all);
}

char *openai_fault_text(const struct openai_fault *f)
{
    return dumped(json_pack("{s:{s:s s:s s:s? s:s?}}", "error", "message", f->text, "type",
                            f->status >= 500 ? "server_error" : "invalid_request_error", "param", f->param, "code",
                            f->code));
}

char *openai_models(int64_t created)
{
    return dumped(json_pack("{s:s s:[{s:s s:s s:I s:s}]}", "object", "list", "data", "id", MODEL, "object", "model",
                            "created", (json_int_t)created, "owned_by", "ridge"));
}

/* ---- a stream -------------------------------------------------------------------------------------------- */

/* How many bytes at the end of t could still become part of a stop. */
static size_t may_be_stop(const struct text *t, const struct openai_ask *a)
{
    size_t most = 0;
    for (int k = 0; k < OPENAI_STOPS && a->stop[k]; k++)
        for (size_t n = strlen(a->stop[k]) - 1; n > most; n--)
            if (n <= t->len && !memcmp(t->s + t->len - n, a->stop[k], n))
                most = n;
    return most;
}

/* Of p[0..n) the bytes before a character that has only begun. */
static size_t whole_characters(const char *p, size_t n)
{
    for (size_t back = 1; back <= 3 && back <= n; back++) {
        unsigned char c = (unsigned char)p[n - back];
        if ((c & 0xc0) == 0x80)
            continue;
        size_t need = c >= 0xf0 && c < 0xf5 ? 4 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xc2 && c < 0xe0 ? 2 : 1;
        return need > back ? n - back : n;
    }
    return n;
}

/* One event; takes `j` over. */
static void add_event(struct text *t, json_t *j)
{
    char *s = dumped(j);
    text_addf(t, "data: %s\n\n", s ? s : "{}");
    free(s);
}

static void add_piece(struct text *t, const struct openai_ask *a, const struct openai_said *s, const char *p, size_t n)
{
    json_t *text = as_text(p, n);
    add_event(t, frame(a, s, a->chat ? choice("delta", json_pack("{s:o}", "content", text), NULL)
                                     : choice("text", text, NULL)));
}

static void add_end(struct text *t, const struct openai_ask *a, const struct openai_said *s)
{
    add_event(t, frame(a, s, a->chat ? choice("delta", json_object(), s->why)
                                     : choice("text", json_string(""), s->why)));
    if (a->usage) {
        json_t *last = frame(a, s, json_array());
        json_object_set_new(last, "usage", used(a, s));
        add_event(t, last);
    }
    text_addf(t, "data: [DONE]\n\n");
}

char *openai_piece(const struct openai_ask *a, struct openai_said *s)
{
    struct text t = { 0 };
    const char *from = text_str(&s->text) + s->given;
    size_t n = s->text.len > s->given ? s->text.len - s->given : 0;
    if (!s->why) {
        size_t kept = may_be_stop(&s->text, a);
        n = n > kept ? whole_characters(from, n - kept) : 0;
    }
    if (!s->given && (n || s->why) && a->chat)
        add_event(&t, frame(a, s, choice("delta", json_pack("{s:s s:s}", "role", "assistant", "content", ""), NULL)));
    if (n)
        add_piece(&t, a, s, from, n);
    s->given += n;
    if (s->why)
        add_end(&t, a, s);
    if (t.len)
        return t.s;
    text_finish(&t);
    return NULL;
}
