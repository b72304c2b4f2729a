/*
 * openai.h: the shapes of OpenAI's completions and chat completions (platform.openai.com/docs/api-reference, read
 * 2026-11), as far as a server of one model that answers with its likeliest byte can fill them.
 *
 * Here a token is a byte. Nothing here reads or writes a descriptor.
 */
#ifndef RUNNER_OPENAI_H
#define RUNNER_OPENAI_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runner/base/util.h"

enum { OPENAI_STOPS = 4, OPENAI_WANT = 16, OPENAI_CHAT_WANT = 128, OPENAI_BODY_MOST = 1 << 20 };

/* What was asked for. openai_finish() it. */
struct openai_ask {
    bool chat, stream, usage; /* usage: a last piece of a stream tells what was used */
    struct text prompt;       /* begins with the newline that begins a document of microlm's */
    int want;                 /* bytes */
    char *stop[OPENAI_STOPS]; /* the answer ends before the first of them; NULL: no more */
};

/* An answer while it grows. openai_said_finish() it. */
struct openai_said {
    long id;
    int64_t created; /* seconds since 1970 */
    struct text text; /* as bytes, up to a stop or all of them */
    size_t given;     /* bytes that pieces have had */
    int bytes;        /* that the engine said */
    const char *why;  /* NULL: it goes on; "length", "stop" */
};

/* A sentence, and where known the member at fault and OpenAI's word for the fault. */
struct openai_fault {
    int status;
    char text[300];
    const char *param, *code;
};

/* Reads a body of `n` bytes. `room`: the most bytes of a prompt and its answer. 0; or -1 with *f filled. */
int openai_read(const char *body, size_t n, bool chat, int room, struct openai_ask *ret, struct openai_fault *f);
void openai_finish(struct openai_ask *a);

/* One more byte; sets s->why when it was the last. */
void openai_add(struct openai_said *s, const struct openai_ask *a, int byte);
void openai_said_finish(struct openai_said *s);

/* Documents, which you own. */
char *openai_whole(const struct openai_ask *a, const struct openai_said *s);
char *openai_fault_text(const struct openai_fault *f);
char *openai_models(int64_t created);

/*
 * The next events of a stream (server-sent events), to be freed, or NULL when there is nothing to be sent as yet. What
 * could still become part of a stop, or of a character, is kept back. After the last piece come a reason, what was used
 * where that was asked for, and [DONE].
 */
char *openai_piece(const struct openai_ask *a, struct openai_said *s);

#endif
