// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Runs a parameterized class or test on each SQL server: in each build on MySQL and PostgreSQL, and nightly on MariaDB, to
 * which nearly every statement is the same as to MySQL. Tests of what MariaDB does otherwise have {@code EnumSource}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("each-product")
@ArgumentsSource(ProductsOfTheBuild.class)
@interface EachProduct {}
