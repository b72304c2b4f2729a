/*
 * synthlang.h: a language whose every next byte has a known probability.
 *
 * A text is one document of printable bytes after a newline. At each free place it goes on with
 *   a letter a..p        order-2 Markov: 4 successors of 1/2, 1/4, 1/8, 1/8 (1.75 bits) that depend
 *                        on the two bytes before it; everything that is no letter counts alike
 *   ( [ { <              one of them opens; at most SYNTH_DEPTH are open
 *   ) ] } >              the innermost one closes, no other can
 *   @Kv                  key K, one of A..Z not yet bound, gets value v, one of SYNTH_VALUES
 *   ?Kv                  a bound key is asked for; v is its value and nothing else
 * The state that decides (open brackets, bound keys, two letters) can be read off the text, so the
 * probability of a byte given all bytes before it is exact, and the mean of its logarithm over a text
 * is the loss below which no model of that text can go but by luck.
 */
#ifndef SYNTHLANG_H
#define SYNTHLANG_H

#include <stddef.h>
#include <stdint.h>

enum { SYNTH_LETTERS = 16, SYNTH_DEPTH = 8, SYNTH_KEYS = 26 };
#define SYNTH_VALUES "0123456789!$%&*+"
#define SYNTH_OPEN "([{<"
#define SYNTH_CLOSE ")]}>"

/* Successors in order of probability, after each pair of letters; SYNTH_LETTERS stands for "no letter". */
struct synth_lang {
    uint8_t next[SYNTH_LETTERS + 1][SYNTH_LETTERS + 1][4];
};

struct synth {
    const struct synth_lang *lang;
    uint8_t stack[SYNTH_DEPTH], value[SYNTH_KEYS]; /* open brackets by index; 0 or a key's value */
    uint8_t before, last;                          /* letters 0..15, or SYNTH_LETTERS */
    int depth, bound, place, key;                  /* place: where in an event the text stands */
};

/* The language number `seed`; microlm speaks number 1. */
void synth_lang_init(struct synth_lang *lang, uint64_t seed);

/* The state after the newline that begins a document. `lang` must outlive it. */
void synth_begin(struct synth *s, const struct synth_lang *lang);

/* The exact probability that the next byte is `byte`. */
double synth_prob(const struct synth *s, int byte);

/* Take `byte` as the next one: 0, or -1 when its probability is 0 and nothing changes. */
int synth_push(struct synth *s, int byte);

/* The next byte, drawn; *rng is a SplitMix64 state. It is not pushed. */
int synth_draw(const struct synth *s, uint64_t *rng);

/* Bits of the next byte: the sum of -p log2 p. */
double synth_entropy(const struct synth *s);

/* Is the next byte the answer to a question (its probability is then 1)? */
int synth_asks(const struct synth *s);

/*
 * A document of n bytes, newline first, and (nll not NULL) -ln of the probability of each byte, 0 for
 * the newline. A seed names the same document everywhere; shorter ones are its prefixes.
 */
void synth_text(const struct synth_lang *lang, uint64_t seed, uint8_t *text, float *nll, size_t n);

/*
 * A document of n bytes whose last three are ?Kv, where K was bound `distance` bytes before that K and
 * not named between. 0, or -1 when distance < 3 or n < distance + 4.
 */
int synth_probe(const struct synth_lang *lang, uint64_t seed, uint8_t *text, size_t n, size_t distance);

/* One step of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), and a number in [0, 1) of 53 bits from it. */
uint64_t synth_next(uint64_t *rng);
double synth_uniform(uint64_t *rng);

#endif
