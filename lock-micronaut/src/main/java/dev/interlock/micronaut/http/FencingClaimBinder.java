// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.http;

import dev.interlock.guard.FencingClaim;
import io.micronaut.context.annotation.Requires;
import io.micronaut.core.convert.ArgumentConversionContext;
import io.micronaut.core.type.Argument;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.bind.binders.TypedRequestArgumentBinder;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Passes the claim of a request to its handler, which presents it to the guard of its store. Thread-safe. */
@Singleton
@Requires(classes = TypedRequestArgumentBinder.class)
final class FencingClaimBinder implements TypedRequestArgumentBinder<FencingClaim> {

    @Override
    public Argument<FencingClaim> argumentType() {
        return Argument.of(FencingClaim.class);
    }

    @Override
    public BindingResult<FencingClaim> bind(ArgumentConversionContext<FencingClaim> context, HttpRequest<?> source) {
        Optional<FencingClaim> claim = FencingHeaders.read(source.getHeaders());
        return () -> claim;
    }
}
