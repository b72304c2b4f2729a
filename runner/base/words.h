/* words.h: what a verdict looks like: one sign for each status. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

/* "✓" of "PASS"; "·" where there is no such status. */
const char *status_sign(const char *status);

#endif
