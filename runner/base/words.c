/* words.c: see words.h. */
#include "words.h"

#include <stddef.h>
#include <string.h>

const struct status_word status_words[] = {
    { "ERROR", "!", "!", "!", "error", "did not build, or crashed", LOOK_BAD, CODE_CRASH },
    { "SUSPICIOUS", "‼", "!", "‼", "suspicious", "forbidden, or faster than this machine", LOOK_BAD, CODE_SUSPICIOUS },
    { "FAIL", "✗", "x", "✗", "failed", "not right", LOOK_BAD, CODE_FAILED },
    { "INCONCLUSIVE", "?", "?", "?", "in doubt", "within the noise", LOOK_DOUBT, CODE_INCONCLUSIVE },
    { "SKIPPED", "–", "-", "–", "skipped", "this machine cannot; the reason stands beside the milestone", LOOK_DIM,
      CODE_SKIPPED },
    { "STALE", "~", "~", "~", "stale", "passed, but the lab has changed since", LOOK_DOUBT, CODE_OK },
    { "PENDING", "·", ".", "·", "", "not yet", LOOK_DIM, CODE_OK },
    { "BEGUN", "▪", "o", "▪", "", "begun", LOOK_PLAIN, CODE_OK },
    { "PASS", "✓", "+", "✓", "passed", "passed, right, done", LOOK_GOOD, CODE_OK },
    { "HELD", "!", "!", "h", "held", "could not be graded: the instructor decides", LOOK_BAD, CODE_OK },
    { "REFUSED", "!", "!", "r", "refused", "nothing of it could be taken in", LOOK_BAD, CODE_OK },
    { "QUEUED", "·", ".", "q", "queued", "not graded yet", LOOK_DIM, CODE_OK },
    { "MISSING", "·", ".", "·", "missing", "nothing was handed in", LOOK_DIM, CODE_OK },
    { "EXCUSED", "·", ".", "e", "excused", "excused by the instructor", LOOK_DIM, CODE_OK },
    { NULL, "·", ".", "·", "", "", LOOK_DIM, CODE_OK },
};

const struct status_word *status_word(const char *status)
{
    const struct status_word *w = status_words;
    while (w->name && !(status && !strcmp(w->name, status)))
        w++;
    return w;
}

const char *status_sign(const char *status)
{
    return status_word(status)->sign;
}
