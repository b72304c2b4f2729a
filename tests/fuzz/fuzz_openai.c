/*
 * Any bytes as the body of a request, and as the bytes that an engine says: what is refused has a sentence, what is
 * taken fits into its room, each event of a stream is one line of JSON, and the pieces are the document's text.
 * sources: runner/base/err.c runner/serve/openai.c runner/base/js.c runner/base/utf8.c runner/base/util.c runner/base/memory.c -ljansson -lsodium
 */
#include "fuzz.h"

#include "runner/serve/openai.h"

#include <string.h>

enum { ROOM = 64 };

static void say(const struct openai_ask *a, const char *bytes, size_t n)
{
    struct openai_said s = { .id = 1 };
    for (size_t k = 0; k < (size_t)a->want && !s.why; k++) {
        openai_add(&s, a, n ? (unsigned char)bytes[k % n] : 'x');
        char *piece = openai_piece(a, &s);
        MUST(!piece || (!strncmp(piece, "data: ", 6) && !strcmp(piece + strlen(piece) - 2, "\n\n")));
        free(piece);
    }
    MUST(s.why && s.given == s.text.len && s.bytes <= a->want);
    char *whole = openai_whole(a, &s);
    MUST(whole);
    free(whole);
    openai_said_finish(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int chat = 0; chat < 2; chat++) {
        struct openai_ask a;
        struct openai_fault f;
        if (openai_read((const char *)data, size, chat, ROOM, &a, &f)) {
            MUST(*f.text && f.status >= 400);
            char *text = openai_fault_text(&f);
            MUST(text);
            free(text);
            continue;
        }
        MUST(a.want >= 1 && a.prompt.len + (size_t)a.want <= ROOM && *a.prompt.s == '\n');
        say(&a, (const char *)data, size);
        openai_finish(&a);
    }
    return 0;
}
