/*
 * A hostile author: signs whatever it is given.
 *     pack_fixture KEYFILE               the public key, in base64
 *     pack_fixture KEYFILE MANIFEST      the signature of that file, in base64
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/intake/bundle.h"
#include "grader/intake/sealed.h"

int main(int argc, char **argv)
{
    struct err e = { "" };
    struct bundle_key key;
    bool made;
    char base[SEALED_BASE64];
    if (argc < 2 || bundle_key(argv[1], &key, &made, &e)) {
        fprintf(stderr, "%s\n", e.text);
        return 2;
    }
    char *text = argc > 2 ? util_read_file(argv[2], 1 << 20, &e) : NULL;
    if (text)
        sealed_sign("ridge.pack/1\n", text, key.secret, base);
    else
        sodium_bin2base64(base, sizeof base, key.public, sizeof key.public, sodium_base64_VARIANT_ORIGINAL);
    puts(base);
    free(text);
    return 0;
}
