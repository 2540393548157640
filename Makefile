.PHONY: build test it format mutants report contention peers api redis jdbc zookeeper etcd micrometer opentelemetry jfr reactor kotlin micronaut testbed tck

# A module with the modules that it needs; -Dtest.package restricts the tests to that module.
ONE := ./mvnw -B verify -am

build: ; ./mvnw -B verify
test: ; ./mvnw -B test
it: ; ./mvnw -B verify -Dinterlock.test.require=redis,zookeeper,mysql,mariadb,postgres
api: ; $(ONE) -pl lock-api
redis jdbc zookeeper etcd micrometer opentelemetry jfr reactor kotlin micronaut: ; $(ONE) -pl lock-$@ -Dtest.package=$@
testbed: ; $(ONE) -pl lock-tck/testbed -Dtest.package=testbed
tck: ; $(ONE) -pl lock-tck/kit -Dtest.package=tck
mutants: ; ./mvnw -B verify -pl lock-tck/mutants,lock-redis,lock-zookeeper,lock-etcd,lock-jdbc,examples/file-backend -am -Dtest='*Mutant*' -Dit.test='*Mutant*' -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
format: ; ./mvnw -B spotless:apply
contention: ; ./mvnw -B -Pcontention package -pl comparison-report/peers -am -Dcontention.args="$(ARGS)"
peers: ; ./mvnw -B -Ppeers package -pl comparison-report/peers -am -Dpeers.args="$(ARGS)"
report: ; ./mvnw -B -Preport package -Dreport.args="$(ARGS)"
