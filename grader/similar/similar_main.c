/*
 * ridge-similar: compares sources in the box, where whatever they contain can do no harm.
 *     ridge-similar QUESTION ANSWER       two files of JSON: see similar_ask()
 */
#include <stdio.h>

#include "similar.h"

#ifdef __SANITIZE_ADDRESS__
const char *__asan_default_options(void);

/* The box has no /proc, where leaks are looked for; the unit tests look. */
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}
#endif

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "ridge-similar is started by ridge\n");
        return 2;
    }
    json_error_t why;
    json_t *question = json_load_file(argv[1], JSON_ALLOW_NUL, &why);
    json_t *answer = question ? similar_ask(question) : NULL;
    if (!answer)
        fprintf(stderr, "What is to be compared could not be read: %s\n",
                question ? "there are too many documents" : why.text);
    else if (json_dump_file(answer, argv[2], JSON_COMPACT))
        fprintf(stderr, "There is no room for the answer.\n");
    else
        return 0;
    return 1;
}
