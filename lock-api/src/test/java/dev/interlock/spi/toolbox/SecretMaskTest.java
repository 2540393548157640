// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets in other people's texts. */
class SecretMaskTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                cannot parse jdbc:mysql://me:s3cret@h/db                    | cannot parse jdbc:mysql://me:***@h/db
                redis://:s3cret@h                                           | redis://:***@h
                redis://me:s3@cr/et?x@h:1/0 failed                          | redis://me:***@h:1/0 failed
                jdbc:postgresql://h/db?password=s3cret&user=me              | jdbc:postgresql://h/db?password=***&user=me
                jdbc:postgresql://h/db?user=me&sslpassword=s3,cr)et         | jdbc:postgresql://h/db?user=me&sslpassword=***
                ?trustStorePassword=s3cret&keyStorePassword=s3cret          | ?trustStorePassword=***&keyStorePassword=***
                jdbc:mysql://(host=h,password=s3cret,port=1)/db             | jdbc:mysql://(host=h,password=***,port=1)/db
                address=(host=h)(password=s3cret)(port=1)                   | address=(host=h)(password=***)(port=1)
                {user=me, PASSWORD = s3cret}                                | {user=me, PASSWORD = ***
                clientSecret=s3cret                                         | clientSecret=***
                """)
    void are_hidden_where_secrets_stand(String text, String masked) {
        assertThat(SecretMask.mask(text)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "error: no route to host",
                "Access denied for user 'ro'@'localhost' (using password: YES)",
                "password authentication failed for user \"ro\"",
                "redis://host:6379/0",
                "jdbc:mysql://h:3306/db?user=me",
                "SocketTimeoutException: Read timed out",
            })
    void all_else_stays_as_it_is(String text) {
        assertThat(SecretMask.mask(text)).isSameAs(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"password", "sslpassword", "trustStorePassword", "interlock.password", "PWD", "clientSecret"})
    void options_are_secret_by_their_names(String option) {
        assertThat(SecretMask.isSecret(option)).isTrue();
    }

    @Test
    void other_options_are_not() {
        assertThat(SecretMask.isSecret("user")).isFalse();
        assertThat(SecretMask.isSecret("sslmode")).isFalse();
        assertThat(SecretMask.isSecret("")).isFalse();
    }

    @Test
    void long_texts_take_no_time_to_speak_of() {
        String text = "//" + "a:".repeat(50_000) + "password".repeat(20_000);
        assertThat(SecretMask.mask(text)).isEqualTo(text);
    }
}
