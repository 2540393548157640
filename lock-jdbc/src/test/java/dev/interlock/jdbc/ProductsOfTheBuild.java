// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.testbed.server.SqlProduct;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The products that the property {@code interlock.test.products} names, with commas between; all, if it is not set. */
final class ProductsOfTheBuild implements ArgumentsProvider {

    private static final List<String> CHOSEN = Stream.of(
                    System.getProperty("interlock.test.products", "").split(","))
            .filter(name -> !name.isBlank())
            .toList();

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        List<SqlProduct> products = CHOSEN.isEmpty()
                ? List.of(SqlProduct.values())
                : CHOSEN.stream().map(SqlProduct::valueOf).toList();
        return products.stream().map(Arguments::of);
    }
}
