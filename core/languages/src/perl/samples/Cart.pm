package Shop::Cart;
use strict;
use warnings;

sub total {
    my ($self) = @_;
    my $sum = 0;
    foreach my $item (@{ $self->{items} }) {
        $sum += $item->price();
    }
    print_total($sum);
    return $sum;
}

1;
